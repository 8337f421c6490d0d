import type { Input, Item } from './bot.ts'
import type { Message } from './message.ts'

/** How Typebot understands an answer, and the group that it leads to. */
export interface Understood {
  text: string
  goTo?: string | undefined
}

/** Understands an answer to an input; `undefined`: it is asked again. */
export function readAnswer(input: Input, message: Message): Understood | undefined {
  const { options = {} } = input
  if (message.type === 'command') return undefined
  if (message.type === 'audio')
    return input.type === 'text input' && options.audioClip?.isEnabled ? { text: message.url } : undefined
  const text = message.text.trim()

  switch (input.type) {
    case 'text input':
    case 'payment input':
      return plain(text)
    case 'number input':
      return number(text, options)
    case 'rating input':
      return number(text, { min: 1, max: options.length ?? 10 })
    case 'email input':
      return matching(text, /^[^\s@]+@[^\s@]+\.[^\s@]+$/)
    case 'url input':
      return matching(text, /^(https?:\/\/)?[^\s.]+\.\S{2,}$/)
    case 'phone number input':
      return phone(text)
    case 'date input':
      return date(text)
    case 'time input':
      return matching(text, /^([01]?\d|2[0-3]):[0-5]\d$/)
    case 'choice input':
    case 'picture choice input':
    case 'cards':
      return options.isMultipleChoice ? several(input, text) : one(input, message)
    case 'file input':
      return file(message, options.isRequired ?? true)
  }
}

const plain = (text: string): Understood | undefined => (text === '' ? undefined : { text })

const matching = (text: string, form: RegExp): Understood | undefined => (form.test(text) ? { text } : undefined)

function number(
  text: string,
  { min = -Infinity, max = Infinity }: { min?: number | undefined; max?: number | undefined },
) {
  const value = Number(text.replace(',', '.'))
  return text !== '' && value >= min && value <= max ? { text: String(value) } : undefined
}

function phone(text: string): Understood | undefined {
  const digits = text.replace(/\D/g, '')
  return digits.length >= 8 && digits.length <= 15 && !/[a-z]/i.test(text) ? { text: `+${digits}` } : undefined
}

/** 31/12/2026 or 2026-12-31. */
function date(text: string): Understood | undefined {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const written = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text
  if (!/^\d{4}-\d\d-\d\d$/.test(written) || Number.isNaN(Date.parse(written))) return undefined
  return { text: written }
}

function one({ items = [] }: Input, message: Message & { type: 'text' }): Understood | undefined {
  const item = items.find((each) => isMeant(each, message.text) || each.id === message.metadata?.replyId)
  return item && { text: titleOf(item), goTo: item.goTo }
}

function several({ items = [] }: Input, text: string): Understood | undefined {
  const chosen = text.split(',').map((part) => items.find((each) => isMeant(each, part)))
  const titles = chosen.flatMap((item) => (item ? [titleOf(item)] : []))
  return titles.length === chosen.length ? { text: titles.join(', ') } : undefined
}

const titleOf = ({ content, title, id }: Item): string => content ?? title ?? id

const isMeant = (item: Item, text: string): boolean =>
  [titleOf(item), item.id].some((name) => name.trim().toLowerCase() === text.trim().toLowerCase())

function file(
  { text, attachedFileUrls = [] }: Message & { type: 'text' },
  isRequired: boolean,
): Understood | undefined {
  const urls = attachedFileUrls.length > 0 ? attachedFileUrls : text.split(', ').filter((part) => URL.canParse(part))
  if (urls.length > 0) return { text: urls.join(', ') }
  return isRequired ? undefined : { text: '' }
}

/** What Typebot says before it asks again. */
export function retryText({ type, options }: Input): string {
  if (options?.retryMessageContent) return options.retryMessageContent
  if (type === 'email input') return "This email doesn't seem to be valid. Can you type it again?"
  if (type === 'payment input') return 'Payment failed. Please, try again.'
  return 'Invalid message. Please, try again.'
}
