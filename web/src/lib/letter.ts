/** The letter of a key, small. A keyboard of another script has a Latin one on the same key: that one. */
export function letter({ key, code }: KeyboardEvent): string {
  const other = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return other && code.startsWith('Key') ? code.slice(3).toLowerCase() : key.toLowerCase();
}
