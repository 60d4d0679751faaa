/** Loads again and again while somebody looks, and at once when somebody looks again. Call it from an effect. */
export function refresh(load: () => void, every: number): () => void {
  const look = () => {
    if (!document.hidden) load();
  };
  const timer = setInterval(look, every);
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  addEventListener('pageshow', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', look);
    removeEventListener('pageshow', look);
  };
}
