/**
 * A page as data: all that a server needs to bundle and serve it. No page bundles itself.
 *
 * The server bundles `entry` (esbuild: bundle, format "esm", platform "browser", `loaders` from this package) so that the
 * script answers at `script` and the CSS that the entry imports answers at `style`; fonts and images that esbuild writes go beside
 * them (`publicPath: "/assets"`). The HTML at `path` names both.
 */
export interface Page {
  /** URL path of the HTML, beginning with "/". */
  readonly path: string;
  /** The whole document, before `withRelay`. */
  readonly html: string;
  /** Module specifier of the browser entry. */
  readonly entry: string;
  readonly title: string;
  /** URL path of the bundled script, `/assets/NAME.js`. */
  readonly script: string;
  /** URL path of the bundled CSS, `/assets/NAME.css`. */
  readonly style: string;
  /** What the script starts beside itself, by the name of its file: workers and worklets, each bundled whole, at `/assets/FILE.js`. */
  readonly workers: Readonly<Record<string, string>>;
  /** Those of them that compile WASM: they alone are served under a policy that lets them (`pagePolicy`). */
  readonly wasm: readonly string[];
  /** It may ask the person for their microphone; others are not even asked about. */
  readonly hears: boolean;
}

/** What a page is made from. */
export interface PageOptions {
  /** Letters, digits and dashes: names the bundle's files. */
  readonly name: string;
  readonly path: string;
  readonly entry: string;
  readonly title: string;
  readonly description: string;
  /** Module specifiers of workers and worklets, by file name without its end. */
  readonly workers?: Readonly<Record<string, string>>;
  /** The file names of workers that compile WASM. */
  readonly wasm?: readonly string[];
  /** Default false. */
  readonly hears?: boolean;
}

/** esbuild loaders for what the pages import beside scripts and CSS. */
export const loaders = { ".woff2": "file", ".svg": "dataurl" } as const;

/** A page around an empty body: the entry draws everything. Holds no inline script or style, so it lives under `pagePolicy`. */
export function page(options: PageOptions): Page {
  const script = `/assets/${options.name}.js`;
  const style = `/assets/${options.name}.css`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy())}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#e7e4dc">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171615">
<meta name="jackfield-relay" content="">
<meta name="jackfield-control" content="">
<meta name="jackfield-space" content="">
<title>${escapeHtml(options.title)}</title>
<meta name="description" content="${escapeHtml(options.description)}">
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body>
<noscript>This page is an instrument made of script: turn on JavaScript to play it</noscript>
</body>
</html>
`;
  return {
    path: options.path,
    html,
    entry: options.entry,
    title: options.title,
    script,
    style,
    workers: options.workers ?? {},
    wasm: options.wasm ?? [],
    hears: options.hears ?? false,
  };
}

/** The page's HTML with the server's relay address in `<meta name="jackfield-relay">`, where `pageRelay` reads it. */
export function withRelay(html: string, relay: string): string {
  return html.replace('<meta name="jackfield-relay" content="">', () => `<meta name="jackfield-relay" content="${escapeHtml(relay)}">`);
}

/** The page's HTML with word of whether programs of this computer may move it, in `<meta name="jackfield-control">`. */
export function withControl(html: string, on: boolean): string {
  return on ? html.replace('<meta name="jackfield-control" content="">', '<meta name="jackfield-control" content="on">') : html;
}

/** The page's HTML with word of whether the server leads to a space, in `<meta name="jackfield-space">`: then the song is that space's. */
export function withSpace(html: string, on: boolean): string {
  return on ? html.replace('<meta name="jackfield-space" content="">', '<meta name="jackfield-space" content="on">') : html;
}

/**
 * The Content-Security-Policy our pages live under: own scripts and styles only, nothing inline, no eval, no frames.
 * `relay` narrows where the page may connect to; without it any https address and this machine are allowed, as a person may name
 * their own relay. A server should send it as a header with `frame-ancestors 'none'` added, which a meta element cannot say.
 * `wasm`: for the answer that is a worker which compiles WASM. A worker lives under its own answer's policy; the page and all others stay
 * without.
 */
export function pagePolicy(relay?: string, { wasm = false }: { readonly wasm?: boolean } = {}): string {
  const connect = relay === undefined ? "https: http://localhost:* http://127.0.0.1:*" : new URL(relay).origin;
  return [
    "default-src 'none'",
    `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ""}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Text for an HTML attribute or element. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A jack socket: ring, hole, and a warm and a cool dot. */
const icon =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#171615"/><circle cx="11" cy="16" r="6" fill="#ff7a4d"/><circle cx="21" cy="16" r="6" fill="#5cb8ff"/></svg>',
  );
