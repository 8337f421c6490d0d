import { type ApiMessageState, type ApiScope, type ApiSent, seen } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { badRequest, notFound } from '#platform/errors'
import type { HttpDetails } from '#platform/http/routes'
import type { UploadedFile } from '#platform/http/uploads'
import { isoTime } from '#platform/iso-time'
import type { NumberCheck } from '#modules/contacts'
import type { SendingGuard } from '#modules/sending-guard'
import { assertMayUpload } from '#modules/media'
import { type ApiMessageRow, findApiMessage } from './api-messages.repository.ts'
import type { LinkedFile } from './linked-file.ts'
import type { ProgramLimits } from './program-limits.ts'
import { type Program, recognizeProgram } from './recognize-program.ts'
import { type Sending, sendForProgram } from './send-for-program.ts'
import { countUsage } from './usages.repository.ts'

interface Wiring {
  numbers: NumberCheck
  guard: SendingGuard
  limits: ProgramLimits
}

/** The calls of programs. */
export function messagesApiRoutes(deps: Deps, { numbers, guard, limits }: Wiring): void {
  const { routes, units, publicUrl } = deps
  /** Programs that were recognised before the body of their form was read. */
  const admitted = new WeakMap<HttpDetails, Program>()

  routes.admitForm('sendApiMessage', async ({ http, bytes }) => {
    const program = await recognizeProgram(deps, limits, { http, scope: 'send' })
    await units.read(program.actor, (ctx) => assertMayUpload(ctx, bytes))
    admitted.set(http, program)
    return { companyId: program.companyId, kind: 'program', id: program.key }
  })

  routes.handle('sendApiMessage', ({ headers, body, files, http }) => {
    assertMedias(files)
    const hasTemplate = 'template' in body && Boolean(body.template)
    if (files.length === 0 && !hasTemplate && seen(body.body) === '') throw invalid('body.body', 'required')
    return send(http, { fields: body, files, key: headers['idempotency-key'] })
  })

  routes.handle('sendApiPdf', ({ headers, body, http }) =>
    send(http, { ...linked(body, 'pdf'), key: headers['idempotency-key'] }),
  )

  routes.handle('sendApiImage', ({ headers, body, http }) =>
    send(http, { ...linked(body, 'image'), key: headers['idempotency-key'] }),
  )

  routes.handle('checkApiNumber', ({ body: { number }, http }) =>
    serve(http, 'check', async ({ actor, connectionId }) => {
      const known = await numbers.lookUp(actor, number, connectionId)
      await units.run(actor, async (ctx) => countUsage(ctx, { checks: 1 }))
      if (known !== null) return { existsInWhatsapp: true, number, numberFormatted: known }
      http.status(400)
      return { existsInWhatsapp: false, number, error: 'Not exists on Whatsapp' }
    }),
  )

  routes.handle('getApiMessage', ({ params: { id }, http }) =>
    serve(http, 'state', async ({ actor, connectionId }) => {
      const message = await units.read(actor, (ctx) => findApiMessage(ctx, connectionId, id))
      if (!message) throw notFound('ERR_NO_MESSAGE_FOUND')
      return { id, state: stateOf(message), failure: message.failure, createdAt: isoTime(message.sent_at) }
    }),
  )

  async function serve<T>(http: HttpDetails, scope: ApiScope, work: (program: Program) => Promise<T>): Promise<T> {
    const program = admitted.get(http) ?? (await recognizeProgram(deps, limits, { http, scope }))
    const leave = limits.enter(program)
    try {
      return await work(program)
    } finally {
      leave()
    }
  }

  function send(http: HttpDetails, sending: Sending): Promise<ApiSent> {
    return serve(http, 'send', async (program) => {
      const ids = await sendForProgram({ ...deps, numbers, guard }, program, sending)
      const [id] = ids
      if (id === undefined) throw notFound('ERR_NO_MESSAGE_FOUND')
      return { status: 'SUCCESS', id, ids, stateUrl: `${publicUrl.origin}/api/messages/${id}` }
    })
  }
}

const invalid = (path: string, message: string) => badRequest('ERR_VALIDATION', { issues: [{ path, message }] })

/** Files in other fields would be lost without a word. */
function assertMedias(files: readonly UploadedFile[]): void {
  if (files.some(({ field }) => field !== 'medias')) throw invalid('body.medias', 'otherField')
}

interface Linked {
  number: string
  url: string
  caption: string
  msdelay: number
  marketing: boolean
}

const linked = (
  { number, url, caption, msdelay, marketing }: Linked,
  kind: LinkedFile['kind'],
): Pick<Sending, 'fields' | 'files'> & { link: LinkedFile } => ({
  fields: {
    number,
    body: caption,
    msdelay,
    marketing,
    queueId: null,
    userId: null,
    sendSignature: false,
    closeTicket: false,
    noRegister: false,
  },
  files: [],
  link: { url, kind },
})

function stateOf({ ack, failure }: ApiMessageRow): ApiMessageState {
  if (failure !== null) return 'failed'
  if (ack >= 3) return 'read'
  if (ack === 2) return 'delivered'
  return ack === 1 ? 'sent' : 'waiting'
}
