import { createHmac } from 'node:crypto'
import type { Answer, Call } from '../http/call.ts'
import { HttpSide } from '../http/http-side.ts'
import type { Service, World } from '../world.ts'
import { checkAuthentication } from './check-authentication.ts'
import { numberIn, sendMessage } from './messages-api.ts'
import { answerOf } from './respond.ts'
import { type Execution, type Workflow, WorkflowFields, type WorkflowInput } from './workflow.ts'

const mostBytes = 16 * 1024 * 1024
const listeningSeconds = 120

/** An n8n with its workflows. Any other webhook is one of them too. */
export class N8n implements Service {
  readonly side: HttpSide
  /** What the workflows have worked on, oldest first. */
  readonly executions: Execution[] = []
  /** The statuses of messages that were sent by the messages API of the product. */
  readonly sent: number[] = []
  readonly #world: World
  readonly #workflows = new Map<string, Workflow>()
  readonly #listening = new Map<string, Date>()
  #later: Promise<void> = Promise.resolve()

  constructor(world: World) {
    this.#world = world
    this.side = new HttpSide({
      world,
      name: 'n8n',
      answer: (call) => this.#answer(call),
      unknown: () => ({ status: 404, body: { code: 404, message: 'Not found' } }),
    })
  }

  /** Adds a workflow, or replaces it. */
  workflow(path: string, { respond, ...fields }: WorkflowInput = {}): void {
    const workflow = WorkflowFields.parse({ ...fields, ...(typeof respond === 'object' && { respond }) })
    this.#workflows.set(path, { ...workflow, ...(typeof respond === 'function' && { respond }) })
  }

  /** Somebody clicks on "Execute workflow": the test address takes one call within 120 seconds. */
  execute(path: string): void {
    const until = this.#world.clock.now().getTime() + listeningSeconds * 1000
    this.#listening.set(path, new Date(until))
  }

  productionUrl(path: string): string {
    return `${this.side.url}/webhook/${path}`
  }

  testUrl(path: string): string {
    return `${this.side.url}/webhook-test/${path}`
  }

  /** Waits for messages that workflows send later. */
  async idle(): Promise<void> {
    await this.#later
  }

  #answer(call: Call): Answer | undefined {
    const [, kind, ...parts] = call.path.split('/')
    if (kind !== 'webhook' && kind !== 'webhook-test') return undefined
    const address = kind === 'webhook' ? 'production' : 'test'
    const path = parts.map(decodeURIComponent).join('/')
    const workflow = this.#workflows.get(path)
    if (!workflow || !this.#isListening(path, workflow, address)) return notRegistered(call, path, address)
    if (workflow.method !== call.method) return otherMethod(call, workflow)
    return this.#run(call, workflow, { path, address })
  }

  #isListening(path: string, { isActive }: Workflow, address: Execution['address']): boolean {
    if (address === 'production') return isActive
    const until = this.#listening.get(path)
    return until !== undefined && until > this.#world.clock.now()
  }

  #run(call: Call, workflow: Workflow, where: Pick<Execution, 'path' | 'address'>): Answer {
    if (call.raw.length > mostBytes) return { status: 413, body: { code: 413, message: 'request entity too large' } }
    if (isBrokenJson(call)) return { status: 422, body: { code: 422, message: 'Failed to parse request body' } }
    const refused = checkAuthentication(call, workflow.authentication)
    if (refused) return refused
    if (where.address === 'test') this.#listening.delete(where.path)

    const { body, headers } = call
    const execution = { ...where, body, headers, signature: signatureOf(call, workflow.secret) }
    this.executions.push(execution)
    this.#answerLater(workflow, body)
    const { respond } = workflow
    return answerOf(typeof respond === 'function' ? respond(execution) : respond)
  }

  #answerLater({ later }: Workflow, body: unknown): void {
    if (!later) return
    const number = numberIn(body)
    if (number === undefined) return this.#world.problems.unknown('n8n: the customer in a request')
    const send = async () => void this.sent.push(await sendMessage(later, number))
    this.#later = this.#later.then(send).catch((error: unknown) => this.#world.problems.failed(error))
  }
}

const isBrokenJson = ({ headers, raw, body }: Call): boolean =>
  (headers['content-type'] ?? '').startsWith('application/json') && raw.length > 0 && body === undefined

function signatureOf({ headers, raw }: Call, secret: string | undefined): Execution['signature'] {
  if (secret === undefined) return 'unchecked'
  const given = headers['x-signature-256']
  if (given === undefined) return 'missing'
  return given === `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}` ? 'right' : 'wrong'
}

const hints = {
  production:
    "The workflow must be active for a production URL to run successfully. You can activate the workflow using the toggle in the top-right of the editor. Note that unlike test URL calls, production URL calls aren't shown on the canvas (only in the executions list)",
  test: "Click the 'Execute workflow' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)",
}

function notRegistered({ method }: Call, path: string, address: Execution['address']): Answer {
  const message = `The requested webhook "${method} ${path}" is not registered.`
  return { status: 404, body: { code: 404, message, hint: hints[address] } }
}

function otherMethod({ method }: Call, { method: wanted }: Workflow): Answer {
  const message = `This webhook is not registered for ${method} requests. Did you mean to make a ${wanted} request?`
  return { status: 404, body: { code: 404, message } }
}
