/** The page where a web chat can be tried and linked to. */
export const chatPage = (token: string): string => new URL(`/chat/${encodeURIComponent(token)}`, location.origin).href

/** The one line that puts a web chat on a site. */
export const scriptLine = (token: string): string =>
  `<script src="${new URL('/widget.js', location.origin).href}" data-token="${token}" async></script>`
