import type { BotServer, Fault } from '@guiche/bot-testserver'

type HttpSide = BotServer['typebot']['side']

/** In ms. */
const late = 8_000

/** How a service may behave; undefined: as it should. */
const behaviours = {
  normal: undefined,
  slow: { kind: 'slow', ms: late },
  silent: { kind: 'silent' },
  broken: { kind: 'broken' },
  page: { kind: 'html' },
  error: { kind: 'answer', status: 500, body: {} },
} as const satisfies Record<string, Fault | undefined>
type Behaviour = keyof typeof behaviours

interface Service {
  side: HttpSide
  /** Which of the requests to this side are those of the service. */
  on: string
  behaviour: Behaviour
}

/** Shown of what a service was asked. */
const mostRequests = 5
const mostCharacters = 1500

/** Each service of the demo with its fault, and what it was asked. */
export class Switches {
  readonly #services: Map<string, Service>

  constructor({ typebot, n8n, dialogflow, openai, speech }: BotServer) {
    const service = (side: HttpSide, on = 'POST ') => ({ side, on, behaviour: 'normal' as const })
    this.#services = new Map<string, Service>([
      ['typebot', service(typebot.side)],
      ['n8n', service(n8n.side, 'POST /webhook/pedidos')],
      ['webhook', service(n8n.side, 'POST /webhook/avisos')],
      ['dialogflow', service(dialogflow.side, 'POST /v2/')],
      ['model', service(openai.side)],
      ['voice', service(speech.side)],
    ])
  }

  turn(name: string, behaviour: string): void {
    const service = this.#services.get(name)
    if (!service) throw new Error(`there is no service ${name}`)
    if (!isBehaviour(behaviour)) throw new Error(`there is no behaviour ${behaviour}`)
    service.behaviour = behaviour
    const ofSide = [...this.#services.values()].filter(({ side }) => side === service.side)
    service.side.faults.clear()
    for (const { side, on, behaviour: own } of ofSide) {
      const fault = behaviours[own]
      if (fault) side.faults.plan(fault, { on, times: Infinity })
    }
  }

  shown() {
    return Object.fromEntries(
      [...this.#services].map(([name, { side, on, behaviour }]) => [
        name,
        {
          behaviour,
          requests: side.requests.list
            .filter(({ method, path }) => `${method} ${path}`.startsWith(on))
            .slice(-mostRequests)
            .toReversed()
            .map(({ method, path, at, body, outcome }) => ({
              line: `${method} ${path}`,
              at,
              outcome: outcome ?? 'underWay',
              body: bodyOf(body),
            })),
        },
      ]),
    )
  }
}

const isBehaviour = (name: string): name is Behaviour => Object.hasOwn(behaviours, name)

/** A recording in a form is nothing to read. */
function bodyOf(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 1)
  if (text.includes('\u0000') || text.includes('\uFFFD')) return ''
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}
