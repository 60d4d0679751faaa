/** Texts by key. One JSON file per language; a plural is an object by the categories of Intl.PluralRules. */
type Text = string | Record<string, string>;
type Values = Record<string, string | number>;

export const LANGUAGES: Record<string, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
  pt: 'Português',
  nl: 'Nederlands',
  ru: 'Русский',
  ro: 'Română',
  pl: 'Polski',
  bg: 'Български',
};

const files = import.meta.glob<{ default: Record<string, Text> }>('../locales/*.json');

class Locale {
  code = $state('en');
  texts = $state.raw<Record<string, Text>>({});
  /** The language tag for Intl and the page: our Portuguese is European, where nought is plural. */
  tag = $derived(this.code === 'pt' ? 'pt-PT' : this.code);
  plurals = $derived(new Intl.PluralRules(this.tag));
  numbers = $derived(new Intl.NumberFormat(this.tag));
  lists = $derived(new Intl.ListFormat(this.tag, { type: 'conjunction' }));

  async load(code: string): Promise<void> {
    const file = files[`../locales/${code}.json`] ?? files['../locales/en.json']!;
    this.texts = (await file()).default;
    this.code = code;
    document.documentElement.lang = this.tag;
    try {
      localStorage.setItem('crownlands.language', code);
    } catch {
      /* private windows may refuse */
    }
  }
}

export const locale = new Locale();

/** The text of a key with its values filled in; `count` picks the plural form. */
export function t(key: string, values: Values = {}): string {
  const text = locale.texts[key];
  if (text === undefined) return key;
  const form =
    typeof text === 'string' ? text : (text[locale.plurals.select(Number(values.count ?? 0))] ?? text.other ?? key);
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return value === undefined ? `{${name}}` : typeof value === 'number' ? locale.numbers.format(value) : value;
  });
}

export const cap = (text: string): string => text.charAt(0).toLocaleUpperCase(locale.tag) + text.slice(1);
export const list = (items: string[]): string => locale.lists.format(items);

/** The first language of the browser that we speak. */
export function preferred(): string {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem('crownlands.language');
  } catch {
    /* see above */
  }
  for (const wish of [stored, ...navigator.languages]) {
    const code = wish?.slice(0, 2).toLowerCase();
    if (code && code in LANGUAGES) return code;
  }
  return 'en';
}
