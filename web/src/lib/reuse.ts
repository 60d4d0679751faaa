/** The new value with every part that has not changed taken from the old one, so that what is drawn from it need not be drawn again. */
export function reuseUnchanged<T>(old: unknown, now: T): T {
  if (Object.is(old, now)) return now;
  if (typeof old !== 'object' || typeof now !== 'object' || old === null || now === null) return now;
  if (Array.isArray(old) !== Array.isArray(now)) return now;
  const before = old as Record<string, unknown>;
  const after = now as Record<string, unknown>;
  const keys = Object.keys(after);
  let same = keys.length === Object.keys(before).length;
  for (const key of keys) {
    after[key] = reuseUnchanged(before[key], after[key]);
    same &&= Object.is(before[key], after[key]);
  }
  return same ? (old as T) : now;
}
