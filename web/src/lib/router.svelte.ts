/** Paths, so that the back button does what people expect. */
class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  go(href: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', href);
    this.read();
    if (!replace) scrollTo(0, 0);
  }
}

export const router = new Router();

/** Links inside the page change the path without loading it again. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const click = (e: MouseEvent) => {
    if (e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    router.go(node.getAttribute('href') ?? '/');
  };
  node.addEventListener('click', click);
  return { destroy: () => node.removeEventListener('click', click) };
}
