import { z } from 'zod'
import { AnswerFailed, type AnswerPart } from '#modules/exchanges'
import { type Choices, linesOf, menuOf, offer } from './choices.ts'

const text = z.string().default('').catch('')

const Message = z.object({
  platform: z.string().optional().catch(undefined),
  text: z
    .object({ text: z.array(z.string()) })
    .optional()
    .catch(undefined),
  image: z.object({ imageUri: z.string() }).optional().catch(undefined),
  quickReplies: z
    .object({ title: text, quickReplies: z.array(z.string()).default([]) })
    .optional()
    .catch(undefined),
  card: z
    .object({
      title: text,
      subtitle: text,
      imageUri: text,
      buttons: z.array(z.object({ text, postback: text })).default([]),
    })
    .optional()
    .catch(undefined),
})
type Message = z.output<typeof Message>

const Result = z.object({
  queryResult: z.object({
    fulfillmentText: text,
    fulfillmentMessages: z.array(Message).default([]).catch([]),
    parameters: z
      .looseObject({
        image: z.string().optional().catch(undefined),
        react: z
          .string()
          .regex(/^\p{RGI_Emoji}$/v)
          .optional()
          .catch(undefined),
      })
      .default({})
      .catch({}),
    intent: z
      .object({ endInteraction: z.boolean().default(false) })
      .optional()
      .catch(undefined),
    diagnosticInfo: z
      .object({ end_conversation: z.boolean().default(false) })
      .optional()
      .catch(undefined),
  }),
})

interface Read {
  parts: AnswerPart[]
  choices: Choices | null
  /** An emoji for the customer's message. */
  reaction: string | undefined
  /** The agent has ended the conversation. */
  isOver: boolean
}

/**
 * What the agent says. `name` stands before its texts, as customers of the family know it. `choose`: the label of a list of
 * replies.
 */
export function readResult(json: unknown, name: string, choose: string): Read {
  const { data } = Result.safeParse(json)
  if (!data) throw new AnswerFailed('badAnswer', 'it is no answer of Dialogflow')
  const { fulfillmentText, fulfillmentMessages, parameters, intent, diagnosticInfo } = data.queryResult
  // Messages of a platform are for that platform.
  const own = fulfillmentMessages.filter(
    ({ platform }) => platform === undefined || platform === 'PLATFORM_UNSPECIFIED',
  )
  const replies = own.flatMap(({ quickReplies }) => quickReplies?.quickReplies ?? [])
  const choices = offer(replies.map((reply) => ({ id: reply, title: reply })))
  const texts = own.flatMap(partsOf)
  const said = texts.length > 0 ? texts : textPart(fulfillmentText)
  const picture = parameters.image ? linkPart(parameters.image) : []
  const parts = [...said, ...picture].map((part) => (part.kind === 'text' ? named(part) : part))
  return {
    parts,
    choices,
    reaction: parameters.react,
    isOver: intent?.endInteraction === true || diagnosticInfo?.end_conversation === true,
  }

  function named(part: Extract<AnswerPart, { kind: 'text' }>): AnswerPart {
    const { text: words, menu } = part
    return { ...part, text: `*${name}:* ${words}`, ...(menu && { menu: { ...menu, text: `*${name}:* ${menu.text}` } }) }
  }

  function partsOf({ text: texts, image, quickReplies, card }: Message): AnswerPart[] {
    if (texts) return texts.text.flatMap(textPart)
    if (image) return linkPart(image.imageUri)
    if (quickReplies) {
      if (!choices) return textPart(quickReplies.title)
      const { title } = quickReplies
      const words = [title, linesOf(choices)].filter(Boolean).join('\n\n')
      return [{ kind: 'text', text: words, menu: menuOf(choices, title || choose, choose) }]
    }
    if (!card) return []
    const links = card.buttons.map((button) => `${button.text}: ${button.postback}`)
    const words = [card.title, card.subtitle, ...links].filter(Boolean).join('\n')
    return card.imageUri ? linkPart(card.imageUri, words) : textPart(words)
  }
}

const textPart = (words: string): AnswerPart[] => (words.trim() === '' ? [] : [{ kind: 'text', text: words }])

const linkPart = (url: string, caption = ''): AnswerPart[] =>
  /^https?:\/\//i.test(url) ? [{ kind: 'link', url, caption, is: 'image' }] : textPart(caption)
