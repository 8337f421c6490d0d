import { foldedText } from '@guiche/contract'

/** Whether a text contains a part, without accents and capitals. */
export const matches = (text: string, part: string) => foldedText(text).includes(foldedText(part))
