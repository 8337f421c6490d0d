import { z } from 'zod'
import type { Block, Bot, Input } from './bot.ts'
import { RichText, markdownOf, paragraphs } from './rich-text.ts'
import { type Variables, fill } from './variables.ts'

/** A block of a bot. */
export interface Place {
  group: string
  at: number
}

export type TextFormat = 'richText' | 'markdown'

interface Way {
  bot: Bot
  variables: Variables
  format: TextFormat
  /** A client that can read streams is given what a model says as a stream. */
  isStreamEnabled: boolean
}

/** What a bot says until it waits or ends. */
export interface Said {
  messages: unknown[]
  clientSideActions: unknown[]
  /** Shown to the client. */
  input: unknown
  /** Where it waits for an answer; `undefined`: the bot has ended. */
  waitsAt: Place | undefined
}

const mostSteps = 1000

/** Goes on from a place, until a block needs an answer. */
export function walk(from: Place, { bot, variables, format, isStreamEnabled }: Way): Said {
  const said: Said = { messages: [], clientSideActions: [], input: undefined, waitsAt: undefined }
  let place = from
  let lastBubble: string | undefined
  for (let step = 0; step < mostSteps; step += 1) {
    const block = blockAt(bot, place)
    if (!block) return said
    const id = idOf(block, place)
    if ('goTo' in block) {
      place = { group: block.goTo, at: 0 }
      continue
    }
    if ('input' in block) {
      said.input = shown(block.input, id, variables)
      said.waitsAt = place
      return said
    }
    const action = actionOf(block, isStreamEnabled)
    if (action) {
      said.clientSideActions.push({ ...action, ...(lastBubble && { lastBubbleBlockId: lastBubble }) })
      if (action.expectsDedicatedReply) {
        said.waitsAt = place
        return said
      }
    } else {
      said.messages.push(bubbleOf(block, id, { variables, format }))
      lastBubble = id
    }
    place = { group: place.group, at: place.at + 1 }
  }
  throw new Error('the bot goes round in circles without asking anything')
}

export function blockAt(bot: Bot, { group, at }: Place): Block | undefined {
  return bot.groups[group]?.[at]
}

function idOf(block: Block, { group, at }: Place): string {
  const own = 'bubble' in block ? block.bubble.id : 'input' in block ? block.input.id : undefined
  return own ?? `${group}-${at}`
}

function actionOf(block: Block, isStreamEnabled: boolean) {
  if ('action' in block) return block.action
  if ('ai' in block && isStreamEnabled) return { type: 'stream', stream: true, expectsDedicatedReply: true } as const
  return undefined
}

type TextWay = Pick<Way, 'variables' | 'format'>

function bubbleOf(block: Block, id: string, { variables, format }: TextWay): unknown {
  if ('text' in block) return textBubble(id, paragraphs(String(fill(block.text, variables))), format)
  if ('ai' in block) return textBubble(id, paragraphs(block.ai), format)
  if (!('bubble' in block)) throw new Error(`this block says nothing: ${JSON.stringify(block)}`)
  const { type, content } = block.bubble
  if (type !== 'text') return { id, type, content: fill(content, variables) }
  return textBubble(id, z.array(RichText).parse(fill(content['richText'], variables)), format)
}

/** A text that is said outside of the flow has the same form. */
export function textBubble(id: string, richText: RichText[], format: TextFormat) {
  const content = format === 'richText' ? { type: format, richText } : { type: format, markdown: markdownOf(richText) }
  return { id, type: 'text', content }
}

/** Where an item leads and where an answer is kept are not told to the client. */
export function shown({ saveTo: _saveTo, items, ...input }: Input, id: string, variables: Variables): unknown {
  const shownItems = items?.map(({ goTo: _goTo, ...item }) => item)
  return fill({ id, ...input, ...(shownItems && { items: shownItems }) }, variables)
}
