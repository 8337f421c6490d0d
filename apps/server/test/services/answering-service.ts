import { once } from 'node:events'
import { type RequestListener, type Server, createServer } from 'node:http'
import { z } from 'zod'
import {
  type AnswerControl,
  AnswerFailed,
  type AnswerPart,
  type Answerer,
  type AnswererKind,
  type FoundAnswerer,
} from '../../src/modules/exchanges/index.ts'
import { type Outside, createOutside } from '../../src/platform/outside/outside.ts'

/** What the service was asked. */
export const Question = z.object({
  answererId: z.number(),
  ticketId: z.number(),
  texts: z.array(z.string()),
  isEntry: z.boolean(),
  session: z.unknown().optional(),
})
export type Question = z.output<typeof Question>

const after = z.number().default(0)
const Reply = z.object({
  parts: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('text'), text: z.string(), after }),
        z.object({
          kind: z.literal('link'),
          url: z.string(),
          caption: z.string().default(''),
          is: z.enum(['image', 'sound']).optional(),
          after,
        }),
      ]),
    )
    .default([]),
  session: z.unknown().optional(),
  reaction: z.string().optional(),
  control: z.custom<AnswerControl>().nullable().default(null),
})
export type Reply = z.input<typeof Reply>

/** A service outside that answers as a test wants, and its answerer. */
export interface AnsweringService {
  url: string
  questions: Question[]
  /** What it has at other addresses, by path. */
  files: Record<string, RequestListener>
  /** Undefined: it takes the question and never answers. A status is answered without anything else. */
  reply(script: (question: Question) => Reply | number | undefined | Promise<Reply | number | undefined>): void
  /** It says what the customer has said. */
  echo(): void
  /** The next answers wait until they are released. */
  hold(): () => void
  stop(): Promise<void>
}

export async function createAnsweringService(): Promise<AnsweringService> {
  const questions: Question[] = []
  const files: Record<string, RequestListener> = {}
  const echoing = ({ texts }: Question): Reply => ({ parts: [{ kind: 'text', text: `Eco: ${texts.join(' / ')}` }] })
  let script: Parameters<AnsweringService['reply']>[0] = echoing
  let held: Promise<void> | undefined
  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    if (request.method === 'GET') {
      const file = files[request.url ?? '']
      if (file) file(request, response)
      else response.writeHead(404).end()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void (async () => {
        const question = Question.parse(JSON.parse(Buffer.concat(chunks).toString()))
        questions.push(question)
        await held
        const reply = await script(question)
        if (reply === undefined) return
        if (typeof reply === 'number') response.writeHead(reply).end('{}')
        else response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
      })()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    questions,
    files,
    reply: (next) => {
      script = next
    },
    echo: () => {
      script = echoing
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Calls to this service reach it although it is on this machine. */
export function reaching({ url }: Pick<AnsweringService, 'url'>): Outside {
  return createOutside({ insideHosts: [new URL(url).host] })
}

/** Asks the service for the answers of all ids but 404. */
export function answererOf(
  { url }: Pick<AnsweringService, 'url'>,
  { kind = 'integration', ...found }: { kind?: AnswererKind } & Partial<FoundAnswerer> = {},
): Answerer {
  return {
    kind,
    find: async (_ctx, id) =>
      id === 404 ? undefined : { name: 'Robô', timeLimit: 20_000, fallback: '', queueId: null, ...found },
    answer: async ({ answererId, ticket, messages, isEntry, session, ask }) => {
      const texts = messages.map(({ text }) => text)
      const answer = await ask(url, { json: { answererId, ticketId: ticket.id, texts, isEntry, session } })
      if (answer.status !== 200) throw new AnswerFailed('status')
      const { parts, session: next, reaction, control } = Reply.parse(answer.json())
      return {
        parts: parts.map(partOf),
        session: next ?? null,
        ...(reaction && { reaction }),
        ...(control && { control }),
      }
    },
  }
}

/** Without a kind that nobody has named. */
function partOf(part: z.output<typeof Reply>['parts'][number]): AnswerPart {
  if (part.kind === 'text') return part
  const { is, ...link } = part
  return is ? { ...link, is } : link
}
