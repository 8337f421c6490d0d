import type { TlsOptions } from 'node:tls'
import { Clock } from './clock.ts'
import { Dialogflow } from './dialogflow/dialogflow.ts'
import { N8n } from './n8n/n8n.ts'
import { ModelServer } from './openai/model-server.ts'
import { Problems } from './problems.ts'
import { Speech } from './speech/speech.ts'
import { Typebot } from './typebot/typebot.ts'
import type { Service } from './world.ts'

export const serviceNames = ['typebot', 'n8n', 'dialogflow', 'openai', 'localModel', 'speech'] as const
export type ServiceName = (typeof serviceNames)[number]

export interface BotServerOptions {
  /** The port of the first service; the others get those after it. By default free ones. */
  firstPort?: number | undefined
  /** Key and certificate: the services are then reached by https. */
  tls?: TlsOptions | undefined
}

/** The services that answer for a company, on this machine. */
export class BotServer implements Record<ServiceName, Service> {
  readonly clock = new Clock()
  readonly typebot: Typebot
  readonly n8n: N8n
  readonly dialogflow: Dialogflow
  readonly openai: ModelServer
  /** On the customer's own machine: without keys. */
  readonly localModel: ModelServer
  readonly speech: Speech
  readonly #options: BotServerOptions
  readonly #problems = new Problems()

  constructor(options: BotServerOptions = {}) {
    this.#options = options
    const world = { clock: this.clock, problems: this.#problems, tls: options.tls }
    this.typebot = new Typebot(world)
    this.n8n = new N8n(world)
    this.dialogflow = new Dialogflow(world)
    this.openai = new ModelServer(world, 'openai')
    this.localModel = new ModelServer(world, 'local')
    this.speech = new Speech(world)
  }

  async start(): Promise<this> {
    const { firstPort } = this.#options
    await Promise.all(
      serviceNames.map((name, at) => this[name].side.start(firstPort === undefined ? undefined : firstPort + at)),
    )
    return this
  }

  async stop(): Promise<void> {
    await Promise.all(serviceNames.map((name) => this[name].side.stop()))
    await this.n8n.idle()
  }

  /** Errors of this server. A test fails if there are any. */
  get problems(): readonly { text: string; error?: unknown }[] {
    return this.#problems.list
  }

  /** Where a product finds the services, instead of the real ones. */
  get addresses() {
    return {
      typebot: this.typebot.url,
      n8n: this.n8n.side.url,
      dialogflow: this.dialogflow.url,
      googleToken: this.dialogflow.tokenUrl,
      openai: this.openai.url,
      localModel: this.localModel.url,
      speech: this.speech.urlTemplate,
    }
  }

  /** The hosts with their ports: an operator has to allow them, because they are inside. */
  get hosts(): string[] {
    return serviceNames.map((name) => new URL(this[name].side.url).host)
  }

  /** The environment variables that a product in another process needs to reach this server. */
  get environment(): Record<string, string> {
    return {
      GUICHE_INSIDE_HOSTS: this.hosts.join(','),
      GUICHE_DIALOGFLOW_URL: this.addresses.dialogflow,
      GUICHE_GOOGLE_TOKEN_URL: this.addresses.googleToken,
    }
  }

  /** Nothing that was planned happens any more, and what was asked is forgotten. */
  clear(): void {
    for (const name of serviceNames) {
      this[name].side.faults.clear()
      this[name].side.requests.take()
    }
    this.openai.clear()
    this.localModel.clear()
  }
}

export function createBotServer(options?: BotServerOptions): Promise<BotServer> {
  return new BotServer(options).start()
}
