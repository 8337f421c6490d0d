/** A text as a pattern that finds this text and no other. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
