import type { z } from 'zod'
import type { Answer, Call } from '../http/call.ts'
import { authorizationOf } from '../http/call.ts'
import { HttpSide } from '../http/http-side.ts'
import type { Quota } from '../http/faults.ts'
import { type Routes, route } from '../http/route.ts'
import type { Service, World } from '../world.ts'
import { Bot, type Input } from './bot.ts'
import { readyBots } from './ready-bots.ts'
import { ContinueChat, type Message, StartChat } from './message.ts'
import { readAnswer, retryText } from './read-answer.ts'
import { failure, refusal } from './refusals.ts'
import { paragraphs } from './rich-text.ts'
import { type Session, Sessions, newId } from './sessions.ts'
import { type Place, type Said, type TextFormat, blockAt, shown, textBubble, walk } from './walk.ts'

/** A Typebot viewer with its bots. */
export class Typebot implements Service {
  readonly side: HttpSide
  readonly sessions: Sessions
  /** Of the builder: it can start bots that are not published. */
  readonly token = 'builder-token'
  readonly #world: World
  readonly #bots = new Map<string, Bot>()
  readonly #routes: Routes = {
    'POST /api/v1/typebots/:slug/startChat': (call, slug = '') => this.#start(call, slug, false),
    'POST /api/v1/typebots/:slug/preview/startChat': (call, slug = '') => this.#start(call, slug, true),
    'POST /api/v1/sessions/:id/continueChat': (call, id = '') => this.#continue(call, id),
  }

  constructor(world: World) {
    this.#world = world
    this.sessions = new Sessions(world.clock)
    this.side = new HttpSide({
      world,
      name: 'Typebot',
      answer: (call) => {
        const found = route(this.#routes, call)
        return found?.handler(call, ...found.parts)
      },
      unknown: () => failure(404, 'Not found'),
    })
    for (const [slug, groups] of Object.entries(readyBots)) this.publish(slug, { groups })
  }

  /** The address that a user enters. */
  get url(): string {
    return this.side.url
  }

  /** Adds a bot, or replaces it. */
  publish(slug: string, bot: z.input<typeof Bot>): void {
    this.#bots.set(slug, Bot.parse(bot))
  }

  /** Refuses because of too many requests. */
  limitRate(quota?: Quota): void {
    this.side.faults.answer(failure(429, 'Too many requests'), quota)
  }

  #start(call: Call, slug: string, isPreview: boolean): Answer {
    if (isPreview && authorizationOf(call, 'Bearer') !== this.token)
      throw refusal(401, 'You need to be authenticated to perform this action')
    const bot = this.#bots.get(slug)
    if (!bot) throw refusal(404, 'Typebot not found')
    if (!isPreview && bot.state !== 'published') throw refusal(400, `Typebot is ${bot.state}`)
    const given = parse(StartChat, call)

    const variables = new Map(Object.entries(given.prefilledVariables).map(([name, value]) => [name, String(value)]))
    const { isStreamEnabled, textBubbleContentFormat: format } = given
    const session = this.sessions.begin({ slug, isStreamEnabled, variables })
    const said = given.isOnlyRegistering ? nothing : this.#begin(session, given.message, format)
    return {
      status: 200,
      body: {
        sessionId: session.id,
        ...(!isPreview && { resultId: given.resultId ?? newId() }),
        typebot: { id: slug, version: '6', theme: {}, settings: {} },
        ...said,
      },
    }
  }

  #continue(call: Call, id: string): Answer {
    const session = this.sessions.find(id)
    const bot = session && this.#bots.get(session.slug)
    if (!session || !bot) throw refusal(404, 'Session not found.')
    if (session.isExpired || this.#isOver(session, bot))
      throw refusal(404, 'Session expired. You need to start a new session.')
    const { message, textBubbleContentFormat: format } = parse(ContinueChat, call)
    session.usedAt = this.#world.clock.now()
    const { waitsAt } = session
    if (!waitsAt) return { status: 200, body: this.#begin(session, message ?? undefined, format) }
    const block = blockAt(bot, waitsAt)
    if (block && 'input' in block)
      return { status: 200, body: this.#hear(session, block.input, { place: waitsAt, message, format }) }
    if (block && 'action' in block && message?.type === 'text') this.#keepResult(session, block.action, message.text)
    return { status: 200, body: this.#goOn(session, next(waitsAt), format) }
  }

  /** A first message is the answer to a first block that asks; otherwise it is dropped. */
  #begin(session: Session, message: Message | undefined, format: TextFormat): object {
    const start = { group: 'start', at: 0 }
    const first = blockAt(this.#botOf(session), start)
    if (message && first && 'input' in first) return this.#hear(session, first.input, { place: start, message, format })
    return this.#goOn(session, start, format)
  }

  #hear(session: Session, input: Input, { place, message, format }: Heard): object {
    session.waitsAt = place
    const id = input.id ?? `${place.group}-${place.at}`
    const asked = shown(input, id, session.variables)
    if (!message) return { messages: [], input: asked }
    const understood = readAnswer(input, message)
    if (!understood) return { messages: [textBubble(id, paragraphs(retryText(input)), format)], input: asked }
    if (input.saveTo !== undefined) session.variables.set(input.saveTo, understood.text)
    const isReformatted = message.type === 'text' && message.text !== understood.text
    const onwards = understood.goTo === undefined ? next(place) : { group: understood.goTo, at: 0 }
    return {
      ...this.#goOn(session, onwards, format),
      ...(isReformatted && { lastMessageNewFormat: understood.text }),
    }
  }

  #goOn(session: Session, from: Place, format: TextFormat): object {
    const { isStreamEnabled, variables } = session
    const bot = this.#botOf(session)
    const said = walk(from, { bot, variables, format, isStreamEnabled })
    session.waitsAt = said.waitsAt
    return { ...view(said), ...bot.beside }
  }

  /** What a browser has computed for the bot. */
  #keepResult(session: Session, action: { [field: string]: unknown }, text: string): void {
    const { saveTo } = action
    if (typeof saveTo === 'string') session.variables.set(saveTo, text)
  }

  #botOf({ slug }: Session): Bot {
    const bot = this.#bots.get(slug)
    if (!bot) throw refusal(404, 'Typebot not found')
    return bot
  }

  #isOver({ usedAt }: Session, { expiresAfterMinutes = Infinity }: Bot): boolean {
    return this.#world.clock.now().getTime() - usedAt.getTime() > expiresAfterMinutes * 60_000
  }
}

interface Heard {
  place: Place
  message: Message | null | undefined
  format: TextFormat
}

const nothing = { messages: [] }

const next = ({ group, at }: Place): Place => ({ group, at: at + 1 })

function view({ messages, input, clientSideActions }: Said): object {
  return {
    messages,
    ...(input !== undefined && { input }),
    ...(clientSideActions.length > 0 && { clientSideActions }),
  }
}

function parse<T>(schema: z.ZodType<T>, { body, raw }: Call): T {
  const parsed = schema.safeParse(raw.length === 0 ? {} : body)
  if (!parsed.success) throw refusal(400, 'Input validation failed')
  return parsed.data
}
