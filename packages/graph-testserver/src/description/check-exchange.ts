import { Refusal } from '@guiche/pix-testserver/answer'
import type { z } from 'zod'
import type { Ask, Reply } from '../http/ask.ts'
import type { World } from '../world.ts'
import { describedCalls } from './described-calls.ts'
import { type Described, Refused } from './forms.ts'

/** Answers a request, and tells where the exchange differs from Meta's description of it. */
export async function checked(
  ask: Ask,
  { directory, problems }: World,
  answer: () => Reply | Promise<Reply>,
): Promise<Reply> {
  const [id = '', edge = '', ...others] = ask.parts
  // Looked up before the answer, because the call may remove it.
  const kind = directory.find(id)?.kind
  const call = kind && others.length === 0 ? describedCalls[kind]?.[`${ask.method} ${edge}`] : undefined
  if (!call) return answer()
  const described = typeof call === 'function' ? call(ask) : call
  const tell = (reply: Reply) => {
    for (const difference of differencesOf(described, ask, reply))
      problems.differs("Meta's description", `${ask.method} ${[kind, edge].join('/')}, ${difference}`)
  }
  try {
    const reply = await answer()
    tell(reply)
    return reply
  } catch (error) {
    if (error instanceof Refusal) tell(error.answer)
    throw error
  }
}

/** Where an exchange differs. The request is compared only if it was accepted. */
export function differencesOf(described: Described, ask: Pick<Ask, 'params' | 'files'>, reply: Reply): string[] {
  const { status } = reply
  const answers = 'fields' in ask.params ? (described.chosen ?? described.answers) : described.answers
  const Answer = answers[status] ?? (status >= 400 ? Refused : undefined)
  const asked = status < 300 ? issuesOf(described.asked, { ...ask.params, ...Object.fromEntries(ask.files) }) : []
  return [
    ...asked.map((issue) => `request: ${issue}`),
    ...issuesOf(Answer, reply.body).map((issue) => `answer ${status}: ${issue}`),
  ]
}

function issuesOf(schema: z.ZodType | undefined, value: unknown): string[] {
  const { error } = schema?.safeParse(value) ?? {}
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}
