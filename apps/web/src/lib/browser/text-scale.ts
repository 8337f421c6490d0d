/** How much larger than usual, 16 px, the font is that is set in the browser. */
export const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
