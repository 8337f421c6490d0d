/**
 * Baseline for WhatsApp: the client library with its keys in memory. It counts incoming messages and sends messages on
 * request.
 */
import makeWASocket, {
  type AuthenticationState,
  DisconnectReason,
  type SignalDataTypeMap,
  initAuthCreds,
} from '@whiskeysockets/baileys'
import { quietLibsignal } from '@guiche/whatsapp-web/quiet-libsignal'

export type BaselineOrder = { kind: 'count' } | { kind: 'send'; to: string[]; each: number }
export type BaselineReport = { kind: 'qr'; qr: string } | { kind: 'open' } | { kind: 'got'; count: number }

quietLibsignal()
process.on('disconnect', () => process.exit())
const kept = new Map<string, unknown>()
const auth: AuthenticationState = {
  creds: initAuthCreds(),
  keys: {
    get: async <T extends keyof SignalDataTypeMap>(kind: T, ids: string[]) => {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const value = kept.get(`${kind} ${id}`)
        if (value) found[id] = value as SignalDataTypeMap[T]
      }
      return found
    },
    set: async (data) => {
      for (const [kind, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values)) kept.set(`${kind} ${id}`, value)
    },
  },
}
const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} }
const tell = (report: BaselineReport) => process.send?.(report)
let got = 0
let sock = connect()
process.on('message', (order: BaselineOrder) => {
  if (order.kind === 'count') tell({ kind: 'got', count: got })
  else for (const jid of order.to) void sendAll(jid, order.each)
})

async function sendAll(jid: string, each: number): Promise<void> {
  for (let turn = 0; turn < each; turn += 1)
    await sock.sendMessage(jid, { text: `resposta ${turn}`, linkPreview: null })
}

function connect() {
  const opened = makeWASocket({ auth, waWebSocketUrl: process.env['GUICHE_WHATSAPP_URL'] ?? '', logger: silent })
  opened.ev.on('connection.update', ({ connection, qr, lastDisconnect }) => {
    if (qr !== undefined) tell({ kind: 'qr', qr })
    if (connection === 'open') tell({ kind: 'open' })
    const error: (Error & { output?: { statusCode?: number } }) | undefined = lastDisconnect?.error
    if (connection === 'close' && error?.output?.statusCode !== DisconnectReason.loggedOut) sock = connect()
  })
  opened.ev.on('messages.upsert', ({ messages }) => {
    got += messages.filter(({ key, message }) => !key.fromMe && message).length
    tell({ kind: 'got', count: got })
  })
  return opened
}
