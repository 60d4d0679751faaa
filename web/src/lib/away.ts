/** What opens over the page closes when one touches something else or presses Escape, which gives the focus back. */
export function away(node: HTMLElement, close: () => void): { destroy(): void } {
  const outside = (e: PointerEvent) => {
    if (!node.contains(e.target as Node)) close();
  };
  const escape = (e: KeyboardEvent) => {
    const button = node.querySelector<HTMLElement>('[aria-expanded="true"]');
    if (e.key !== 'Escape' || !button) return;
    if (node.contains(document.activeElement)) button.focus();
    e.stopPropagation();
    close();
  };
  document.addEventListener('pointerdown', outside, true);
  document.addEventListener('keydown', escape, true);
  return {
    destroy: () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('keydown', escape, true);
    },
  };
}
