import { frameOf } from './instructions.ts'

interface Secrets {
  prompt: string
  keys: readonly string[]
}

/** Shorter keys are no secrets, and may be words. */
const shortestKey = 8
/** So many words of our own instructions in a row are no accident. */
const wordsOfFrame = 8
/** Of a prompt: answers quote facts of it, such as opening hours. */
const wordsOfPrompt = { least: 8, most: 40, share: 0.6 }

/**
 * Whether an answer tells what the model was told, or a key. A model has no key to tell, but one that an attacker runs in
 * its place does.
 */
export function reveals(answer: string, { prompt, keys }: Secrets): boolean {
  const seen = [answer, decoded(answer)]
  if (keys.some((key) => key.length >= shortestKey && seen.some((text) => text.includes(key)))) return true
  const spoken = seen.map((text) => ` ${wordsIn(text).join(' ')} `)
  const contains = (words: string[], run: number) => spoken.some((text) => hasRun(text, words, run))
  if (frameOf('', 0).some((line) => contains(wordsIn(line), wordsOfFrame))) return true
  const words = wordsIn(prompt)
  const { least, most, share } = wordsOfPrompt
  return contains(words, Math.min(most, Math.max(least, Math.ceil(words.length * share))))
}

/** As an address or JSON carries it. */
const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })

const wordsIn = (text: string): string[] =>
  text
    .replace(/\\[nrtbf"\\/]/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether the text has so many of these words in a row. Of fewer words, all of them count if they are a sentence. */
function hasRun(text: string, words: readonly string[], run: number): boolean {
  if (words.length < run) return words.length >= 4 && text.includes(` ${words.join(' ')} `)
  for (let at = 0; at + run <= words.length; at += 1)
    if (text.includes(` ${words.slice(at, at + run).join(' ')} `)) return true
  return false
}
