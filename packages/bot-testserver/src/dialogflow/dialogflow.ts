import { randomUUID } from 'node:crypto'
import type { Answer, Call } from '../http/call.ts'
import { HttpSide } from '../http/http-side.ts'
import { type Routes, route } from '../http/route.ts'
import type { Service, World } from '../world.ts'
import { Agent, type Detected } from './agent.ts'
import { googleError } from './google-error.ts'
import { GoogleTokens } from './google-tokens.ts'
import { fallback } from './intent.ts'
import { type Heard, readQuery } from './query.ts'
import { ServiceAccount, type ServiceAccountFile } from './service-account.ts'

/** What is wrong with the project in Google's console. */
export type ProjectState = 'ready' | 'apiDisabled' | 'noRole' | 'noAgent' | 'quotaExceeded'

const mostSessionBytes = 36

/** Dialogflow ES with one agent, and Google's token call. */
export class Dialogflow implements Service {
  readonly side: HttpSide
  readonly agent: Agent
  readonly tokens: GoogleTokens
  state: ProjectState = 'ready'
  /** Where the agent lives: `global`, or a region such as `us`. */
  location = 'global'
  readonly #account = new ServiceAccount('guiche-demo')
  readonly #routes: Routes = {
    'POST /token': (call) => this.tokens.issue(call),
    'POST /v2/projects/:project/agent/sessions/:call': (call, project = '', named = '') =>
      this.#detect(call, { project, location: 'global', named }),
    'POST /v2/projects/:project/locations/:location/agent/sessions/:call': (
      call,
      project = '',
      location = '',
      named = '',
    ) => this.#detect(call, { project, location, named }),
  }

  constructor(world: World) {
    this.agent = new Agent(world.clock)
    this.tokens = new GoogleTokens(world.clock, this.#account)
    this.side = new HttpSide({
      world,
      name: 'Google',
      answer: (call) => {
        const found = route(this.#routes, call)
        return found?.handler(call, ...found.parts)
      },
      unknown: () => googleError('NOT_FOUND', 'Not found').answer,
    })
  }

  /** Instead of https://dialogflow.googleapis.com. */
  get url(): string {
    return this.side.url
  }

  /** Instead of https://oauth2.googleapis.com/token. */
  get tokenUrl(): string {
    return `${this.side.url}/token`
  }

  /** What a customer pastes into the integration. */
  get serviceAccount(): ServiceAccountFile {
    return this.#account.file
  }

  /** Somebody deletes the key in Google's console; tokens that it got stay valid. */
  revokeKey(): void {
    this.#account.isKeyActive = false
  }

  /** The key is accepted again. */
  restoreKey(): void {
    this.#account.isKeyActive = true
  }

  #detect(call: Call, { project, location, named }: { project: string; location: string; named: string }): Answer {
    const [session = '', verb] = named.split(':')
    if (verb !== 'detectIntent') throw googleError('NOT_FOUND', 'Method not found.')
    this.tokens.check(call)
    this.#checkProject(project)
    if (location !== this.location)
      throw googleError('NOT_FOUND', `com.google.apps.framework.request.NotFoundException: No agent in ${location}`)
    if (Buffer.byteLength(session) > mostSessionBytes || session === '')
      throw googleError('INVALID_ARGUMENT', `Session id must be 1 to ${mostSessionBytes} bytes.`)
    const heard = readQuery(call.body)
    return { status: 200, body: answerTo(heard, this.agent.detect(session, heard.text), { project, session }) }
  }

  #checkProject(project: string): void {
    const denied = `IAM permission 'dialogflow.sessions.detectIntent' on 'projects/${project}/agent' denied.`
    if (project !== this.serviceAccount.project_id || this.state === 'noRole')
      throw googleError('PERMISSION_DENIED', denied)
    if (this.state === 'apiDisabled')
      throw googleError(
        'PERMISSION_DENIED',
        `Dialogflow API has not been used in project ${project} before or it is disabled.`,
      )
    if (this.state === 'noAgent') throw googleError('NOT_FOUND', `No agent found for project ${project}.`)
    if (this.state === 'quotaExceeded')
      throw googleError('RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'All other requests'.")
  }
}

function answerTo(
  { text, languageCode }: Heard,
  { intent, contexts }: Detected,
  { project, session }: { project: string; session: string },
): object {
  const { name, texts, messages, action, parameters, endsConversation } = intent
  return {
    responseId: randomUUID(),
    queryResult: {
      queryText: text,
      languageCode: languageCode.toLowerCase(),
      action,
      parameters,
      allRequiredParamsPresent: true,
      fulfillmentText: texts[0] ?? '',
      fulfillmentMessages: [...(texts.length > 0 ? [{ text: { text: texts } }] : []), ...messages],
      outputContexts: contexts.map((context) => ({
        name: `projects/${project}/agent/sessions/${session}/contexts/${context.name}`,
        lifespanCount: context.lifespanCount,
      })),
      intent: {
        name: `projects/${project}/agent/intents/${encodeURIComponent(name)}`,
        displayName: name,
        ...(intent === fallback && { isFallback: true }),
        ...(endsConversation && { endInteraction: true }),
      },
      intentDetectionConfidence: intent === fallback ? 1 : 0.87,
      ...(endsConversation && { diagnosticInfo: { end_conversation: true } }),
    },
  }
}
