/** The web chat's own page, to try it or link to it. */
export const chatPage = (token: string): string => new URL(`/chat/${encodeURIComponent(token)}`, location.origin).href

/** The script tag that adds a web chat to a site. */
export const scriptTag = (token: string): string =>
  `<script src="${new URL('/widget.js', location.origin).href}" data-token="${token}" async></script>`
