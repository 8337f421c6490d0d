import { z } from 'zod'
import type { BotServer } from '../bot-server.ts'
import { Intent } from '../dialogflow/intent.ts'
import { WorkflowFields } from '../n8n/workflow.ts'
import { failureNames } from '../openai/errors.ts'
import { Bot } from '../typebot/bot.ts'
import { type Action, action } from './action.ts'
import { serviceActions } from './service-actions.ts'

const Session = z.object({ session: z.string().optional() })
const Span = z.object({ hours: z.number().optional(), minutes: z.number().optional(), seconds: z.number().optional() })
const Project = z.object({
  state: z.enum(['ready', 'apiDisabled', 'noRole', 'noAgent', 'quotaExceeded']).optional(),
  location: z.string().optional(),
  key: z.enum(['active', 'revoked']).optional(),
})

/** By method and the beginning of the path. */
export const actions: Record<string, Action> = {
  'GET addresses': (server) => ({ ...server.addresses, hosts: server.hosts }),
  'GET problems': (server) => server.problems.map(({ text }) => text),
  'POST clear': (server) => server.clear(),
  'POST clock': action(Span, (server, _parts, span) => server.clock.turn(span)),
  ...serviceActions,

  'POST typebot/bots': action(Bot, (server, [slug = ''], bot) => server.typebot.publish(slug, bot)),
  'GET typebot/sessions': (server) =>
    server.typebot.sessions.all.map(({ id, slug, waitsAt }) => ({ id, slug, waitsAt })),
  'POST typebot/expire': action(Session, (server, _parts, { session }) => server.typebot.sessions.expire(session)),
  'POST typebot/forget': action(Session, (server, _parts, { session }) => server.typebot.sessions.forget(session)),

  'POST n8n/workflows': action(WorkflowFields, (server, parts, workflow) => {
    const path = parts.join('/')
    server.n8n.workflow(path, workflow)
    return { production: server.n8n.productionUrl(path), test: server.n8n.testUrl(path) }
  }),
  'POST n8n/execute': (server, parts) => server.n8n.execute(parts.join('/')),
  'GET n8n/executions': (server) => server.n8n.executions,

  'GET dialogflow/account': (server) => server.dialogflow.serviceAccount,
  'POST dialogflow/intents': action(Intent, (server, _parts, intent) => server.dialogflow.agent.teach(intent)),
  'POST dialogflow/project': action(Project, (server, _parts, project) => changeProject(server, project)),
  'POST dialogflow/expire': (server) => server.dialogflow.tokens.expire(),

  ...modelActions('openai'),
  ...modelActions('localModel'),

  'GET speech/spoken': (server) => server.speech.spoken,
  'POST speech/keys': action(z.object({ key: z.string(), region: z.string() }), (server, _parts, { key, region }) => {
    server.speech.keys.set(key, region)
  }),
}

function changeProject({ dialogflow }: BotServer, { state, location, key }: z.infer<typeof Project>): void {
  if (state !== undefined) dialogflow.state = state
  if (location !== undefined) dialogflow.location = location
  if (key === 'revoked') dialogflow.revokeKey()
  if (key === 'active') dialogflow.restoreKey()
}

function modelActions(name: 'openai' | 'localModel'): Record<string, Action> {
  const Texts = z.object({ texts: z.array(z.string()) })
  const Refuse = z.object({
    error: z.enum(failureNames),
    times: z.number().int().positive().optional(),
    on: z.string().optional(),
  })
  return {
    [`POST ${name}/say`]: action(Texts, (server, _parts, { texts }) => server[name].say(...texts)),
    [`POST ${name}/hear`]: action(Texts, (server, _parts, { texts }) => server[name].hear(...texts)),
    [`POST ${name}/refuse`]: action(Refuse, (server, _parts, { error, ...quota }) => server[name].refuse(error, quota)),
    [`POST ${name}/context`]: action(z.object({ tokens: z.number().int() }), (server, _parts, { tokens }) => {
      server[name].contextTokens = tokens
    }),
  }
}
