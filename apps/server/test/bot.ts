import { CompanySettings } from '@guiche/contract'
import { decide } from '../src/modules/bot/decide/decide.ts'
import type {
  BotConfiguration,
  BotEffect,
  BotFileList,
  BotOption,
  BotQueue,
  BotState,
  MessageEvent,
  Services,
} from '../src/modules/bot/decide/turn.ts'
import { type BotMemory, readBotMemory } from '../src/modules/tickets/index.ts'

let ids = 100

export const anOption = (name: string, more: Partial<BotOption> = {}): BotOption => ({
  id: (ids += 1),
  name,
  message: `Sobre ${name}`,
  kind: 'text',
  queueId: null,
  userId: null,
  fileListId: null,
  integrationId: null,
  closesTicket: false,
  options: [],
  ...more,
})

export const aQueue = (id: number, name: string, more: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greeting: `Bem-vindo a ${name}`,
  outOfHoursMessage: '',
  hours: [],
  closesTicket: false,
  rotates: false,
  fileListId: null,
  integrationId: null,
  promptId: null,
  options: [],
  memberIds: [],
  ...more,
})

interface Setup {
  /** Of the connection. */
  services?: Partial<Services>
  settings?: Partial<CompanySettings>
  connection?: Partial<BotConfiguration['connection']['settings']>
  greetingFileId?: number
  queues?: BotQueue[]
  /** In the menu; all queues if they are not named. */
  offered?: number[]
  fileLists?: readonly BotFileList[]
  userIds?: number[]
  hours?: BotConfiguration['company']['hours']
}

export function aConfiguration({
  settings,
  connection,
  greetingFileId,
  queues = [],
  offered,
  services,
  ...more
}: Setup = {}): BotConfiguration {
  return {
    company: {
      timeZone: 'America/Sao_Paulo',
      language: 'pt-BR',
      hours: more.hours ?? [],
      holidays: { hasNational: false, opened: [], days: [] },
      settings: CompanySettings.parse(settings ?? {}),
    },
    connection: {
      settings: {
        greetingMessage: 'Olá!',
        outOfHoursMessage: 'Estamos fechados.',
        ratingMessage: 'De 1 a 5?',
        ratingCommentMessage: '',
        maxUseBotQueues: 3,
        maxUseBotQueuesNPS: 3,
        timeUseBotQueues: 0,
        ...connection,
      },
      greetingFileId: greetingFileId ?? null,
      integrationId: services?.integrationId ?? null,
      promptId: services?.promptId ?? null,
      hours: more.hours ?? [],
      queueIds: offered ?? queues.map(({ id }) => id),
    },
    queues,
    fileLists: more.fileLists ?? [],
    userIds: more.userIds ?? [],
  }
}

export const aState = ({
  memory = {},
  ...more
}: Partial<Omit<BotState, 'memory'>> & { memory?: Partial<BotMemory> } = {}): BotState => ({
  status: 'pending',
  queueId: null,
  userId: null,
  isGroup: false,
  isGroupTicket: false,
  isImported: false,
  contact: { isBotDisabled: false, acceptsAudio: true, hasConsented: false },
  rating: null,
  ...more,
  memory: { ...readBotMemory({}), ...memory },
})

/** Noon on a Monday in São Paulo. */
export const noon = Date.parse('2026-11-16T15:00:00Z')

export interface BotTalk {
  /** The customer says this some time after what was before; answers what the bot does. */
  say(text: string, more?: Partial<MessageEvent> & { after?: number }): BotEffect[]
  readonly state: BotState
  /** Changes under the conversation. */
  change(change: { state?: Partial<BotState>; configuration?: BotConfiguration }): void
}

/** A conversation of one customer with the bot, ten seconds between their messages. */
export function aTalk(start: BotConfiguration, from: BotState = aState()): BotTalk {
  let state = from
  let configuration = start
  let now = noon
  let nth = 0
  return {
    say: (text, { after = 10_000, ...more } = {}) => {
      now += after
      nth += 1
      const event: MessageEvent = {
        id: nth,
        text,
        media: 'none',
        isFirst: nth === 1,
        isMissed: false,
        isCall: false,
        isEcho: false,
        at: new Date(now),
        ...more,
      }
      const outcome = decide(state, event, configuration, { now: new Date(now), seed: nth })
      state = outcome.state
      return outcome.effects
    },
    get state() {
      return state
    },
    change: ({ state: part, configuration: other }) => {
      state = { ...state, ...part }
      configuration = other ?? configuration
    },
  }
}

/** What the customer reads. */
export const saidIn = (effects: BotEffect[]): string[] =>
  effects.flatMap((effect) =>
    effect.kind === 'say' ? [effect.text] : effect.kind === 'sendFile' ? [effect.caption] : [],
  )

/** What is done besides, without the words. */
export const doneIn = (effects: BotEffect[]): string[] =>
  effects.flatMap((effect) => (effect.kind === 'say' || effect.kind === 'log' ? [] : [effect.kind]))

/** Kind and reason of each entry in the log. */
export const loggedIn = (effects: BotEffect[]): string[] =>
  effects.flatMap((effect) =>
    effect.kind === 'log' ? [[effect.log, effect.decision.reason].filter(Boolean).join(' ')] : [],
  )
