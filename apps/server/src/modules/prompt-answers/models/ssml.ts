/** What a voice reads out: letters, digits and punctuation, without emojis and the marks of bold and italic text. */
export const speakable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[*_~`]+/g, '')
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{Sc}+=<>%\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** The text is data: whatever it says, it is read out by this voice and changes nothing else. */
export const ssmlOf = (voice: string, text: string): string =>
  `<speak version='1.0' xml:lang='pt-BR'><voice name='${escaped(voice)}'>${escaped(text)}</voice></speak>`
