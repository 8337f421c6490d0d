import { z } from 'zod'
import { type AnswerControl, AnswerFailed, type AnswerPart, mostParts } from '#modules/exchanges'
import { type Choices, linesOf, menuOf, offer } from './choices.ts'
import { readControl } from './typebot/control-text.ts'
import { textOfMarkdown, textOfRich } from './typebot/rich-text.ts'

const text = z.string().default('').catch('')

const Message = z.object({ id: text, type: text, content: z.looseObject({}).default({}).catch({}) })
type Message = z.output<typeof Message>

const Item = z.object({ id: text, content: text, title: text, description: text, pictureSrc: text })
const Input = z.object({
  type: text,
  items: z.array(Item).default([]).catch([]),
  options: z
    .looseObject({
      isMultipleChoice: z.boolean().optional(),
      length: z.number().optional(),
      audioClip: z.looseObject({ isEnabled: z.boolean().optional() }).optional().catch(undefined),
    })
    .default({})
    .catch({}),
})
type Input = z.output<typeof Input>

const Action = z.looseObject({
  type: text,
  lastBubbleBlockId: text,
  expectsDedicatedReply: z.boolean().default(false).catch(false),
})
type Action = z.output<typeof Action>

const Reply = z.object({
  sessionId: z.string().min(1).max(200).optional(),
  messages: z.array(Message),
  input: Input.nullish(),
  clientSideActions: z.array(Action).default([]).catch([]),
})
export type Reply = z.output<typeof Reply>

/** Throws AnswerFailed unless Typebot answers in the documented form. Unknown fields and types are ignored. */
export function readReply(json: unknown): Reply {
  const { data } = Reply.safeParse(json)
  if (!data) throw new AnswerFailed('badAnswer', 'it is no answer of Typebot')
  const { messages, clientSideActions, ...reply } = data
  // Each action is looked for after each message.
  return { ...reply, messages: messages.slice(0, most), clientSideActions: clientSideActions.slice(0, most) }
}

/** No bot says or does so much at a time. */
const most = 200

/** What an input takes besides text. */
export type Takes = 'files' | 'sound' | 'text'

export function takesOf(input: Reply['input']): Takes {
  if (input?.type === 'file input') return 'files'
  return input?.type === 'text input' && input.options.audioClip?.isEnabled ? 'sound' : 'text'
}

interface Rendered {
  parts: AnswerPart[]
  choices: Choices | null
  control: AnswerControl | undefined
  /** It waits for the customer, or for something that only a browser could answer. */
  isWaiting: boolean
}

export interface Wording {
  /** In ms, before each message. */
  delay: number
  /** Instead of Typebot's own text about an answer that it did not understand. */
  unknown: string
  /** The label of a list of choices, and the text of choices without one. */
  choose: string
}

/** What the customer reads of it: texts, files and choices by number (docs/flows/exchanges.md). */
export function render({ messages, input, clientSideActions }: Reply, wording: Wording): Rendered {
  const parts: AnswerPart[] = []
  let control: AnswerControl | undefined
  let pause = 0
  const say = (part: AnswerPart) => {
    parts.push({ ...part, after: wording.delay + pause })
    pause = 0
  }
  for (const message of messages) {
    const asked = controlOf(message)
    if (asked) control ??= asked.control
    else for (const part of partsOf(message, wording)) say(part)
    for (const action of clientSideActions.filter(({ lastBubbleBlockId }) => lastBubbleBlockId === message.id)) {
      pause += waitOf(action)
      const address = redirectOf(action)
      if (address !== undefined) say({ kind: 'text', text: address })
    }
  }
  for (const action of clientSideActions.filter(({ lastBubbleBlockId }) => lastBubbleBlockId === '')) {
    const address = redirectOf(action)
    if (address !== undefined) say({ kind: 'text', text: address })
  }
  const choices = input ? choicesOf(input) : null
  for (const picture of input ? picturesOf(input) : []) say(picture)
  if (choices && !control) sayChoices(parts, { choices, choose: wording.choose }, say)
  return {
    parts: parts.slice(0, mostParts),
    choices,
    control,
    isWaiting: Boolean(input) || clientSideActions.some(({ expectsDedicatedReply }) => expectsDedicatedReply),
  }
}

/** Below the question, if the last thing said is a text. */
function sayChoices(
  parts: AnswerPart[],
  { choices, choose }: { choices: Choices; choose: string },
  say: (part: AnswerPart) => void,
): void {
  const last = parts.at(-1)
  const lines = linesOf(choices)
  if (last?.kind !== 'text') return say({ kind: 'text', text: lines, menu: menuOf(choices, '', choose) })
  parts.splice(-1, 1, { ...last, text: `${last.text}\n\n${lines}`, menu: menuOf(choices, last.text, choose) })
}

const bodyOf = ({ content }: Message): string =>
  typeof content['markdown'] === 'string' ? textOfMarkdown(content['markdown']) : textOfRich(content['richText'])

const controlOf = (message: Message) => (message.type === 'text' ? readControl(bodyOf(message)) : undefined)

/** Typebot says this when an answer does not fit, unless the bot has a text of its own. */
const notUnderstood = 'Invalid message. Please, try again.'

function partsOf(message: Message, { unknown }: Wording): AnswerPart[] {
  const { type, content } = message
  const address = content['url']
  switch (type) {
    case 'text': {
      const body = bodyOf(message)
      const said = body === notUnderstood && unknown ? unknown : body
      return said === '' ? [] : [{ kind: 'text', text: said }]
    }
    case 'image':
      return isAddress(address) ? [{ kind: 'link', url: address, caption: '', is: 'image' }] : []
    case 'audio':
      return isAddress(address) ? [{ kind: 'link', url: address, caption: '', is: 'sound' }] : []
    case 'video':
      if (!isAddress(address)) return []
      // A page of a video service is no file.
      return isFile(content['type'])
        ? [{ kind: 'link', url: address, caption: '', is: 'sound' }]
        : [{ kind: 'text', text: address }]
    case 'embed':
      if (!isAddress(address)) return []
      return isDocument(address) ? [{ kind: 'link', url: address, caption: '' }] : [{ kind: 'text', text: address }]
    default:
      return []
  }
}

const isFile = (type: unknown) => type === undefined || type === 'url'

const isDocument = (address: string) => /\.(pdf|docx?|xlsx?|pptx?|zip|csv|txt)$/i.test(new URL(address).pathname)

const isAddress = (url: unknown): url is string =>
  typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)

const longestWait = 30

/** In ms. */
function waitOf(action: Action): number {
  const { data } = z.object({ wait: z.object({ secondsToWaitFor: z.number() }) }).safeParse(action)
  if (action.type !== 'wait' || !data) return 0
  return Math.min(Math.max(data.wait.secondsToWaitFor, 0), longestWait) * 1000
}

function redirectOf(action: Action): string | undefined {
  const { data } = z.object({ redirect: z.object({ url: z.string() }) }).safeParse(action)
  return action.type === 'redirect' && isAddress(data?.redirect.url) ? data.redirect.url : undefined
}

const mostStars = 10

function choicesOf({ type, items, options }: Input): Choices | null {
  switch (type) {
    case 'choice input':
    case 'picture choice input':
    case 'cards':
      return offer(items.map(titled), options.isMultipleChoice ?? false)
    case 'rating input': {
      const stars = Math.min(Math.max(Math.trunc(options.length ?? mostStars), 1), mostStars)
      return offer(Array.from({ length: stars }, (_, nth) => ({ id: String(nth + 1), title: String(nth + 1) })))
    }
    default:
      return null
  }
}

const titled = ({ id, content, title }: z.output<typeof Item>) => ({ id, title: content || title })

/** The picture of a choice, with what is said about it. */
const picturesOf = ({ items }: Input): AnswerPart[] =>
  items.flatMap(({ pictureSrc, title, description }) =>
    isAddress(pictureSrc)
      ? [
          {
            kind: 'link' as const,
            url: pictureSrc,
            caption: [title, description].filter(Boolean).join('\n'),
            is: 'image' as const,
          },
        ]
      : [],
  )
