import { type WebChatInfo, fillIn, partsOfText } from '@guiche/contract'

type Greeting = Pick<WebChatInfo, 'greeting' | 'values'>

/** The greeting with what is known. A name that the visitor has not said yet leaves no gap. */
export function greetingText({ greeting, values }: Greeting, name: string): string {
  const known = new Map(Object.entries({ ...values, name, firstName: name.split(' ')[0] ?? '' }))
  const text = fillIn(greeting, known).trim()
  return text === fillIn(greeting, new Map()).trim() ? text : withoutGaps(text)
}

/** Whether the message is this greeting. Its variables may have other values there: the time, the ticket, the name. */
export function isGreeting(body: string, { greeting, values }: Greeting): boolean {
  const known = new Map(Object.entries({ ...values, name: '', firstName: '' }))
  let from = 0
  for (const { text, isValue } of partsOfText(greeting.trim(), known)) {
    if (isValue) continue
    const at = body.indexOf(text.trim(), from)
    if (at < 0) return false
    from = at + text.trim().length
  }
  return true
}

/** Spaces and commas around a variable without a value. */
const withoutGaps = (text: string): string =>
  text
    .replace(/^[ ,]+/gm, '')
    .replace(/[ ,]+(?=[!?.:;])/g, '')
    .replace(/ +(?=,)|,(?=,)/g, '')
    .replace(/ {2,}/g, ' ')
