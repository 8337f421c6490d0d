/** A product in its own process, configured only by its environment. It echoes messages. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import makeWASocket, {
  BufferJSON,
  DisconnectReason,
  downloadMediaMessage,
  useMultiFileAuthState as keepAuthIn,
} from '@whiskeysockets/baileys'
import { silentLogger } from '../../src/devices/silent-logger.ts'
import { quietLibsignal } from '@guiche/whatsapp-web/quiet-libsignal'

quietLibsignal()
const { AUTH_FOLDER = '', GUICHE_WHATSAPP_URL = '' } = process.env
const tell = (event: object) => process.send?.(event)

async function connect(): Promise<void> {
  const { state } = await keepAuthIn(AUTH_FOLDER)
  const sock = makeWASocket({ auth: state, waWebSocketUrl: GUICHE_WHATSAPP_URL, logger: silentLogger })
  sock.ev.on('creds.update', () => saveCreds(state.creds))
  sock.ev.on('connection.update', ({ connection, qr, lastDisconnect }) => {
    if (qr !== undefined) tell({ qr })
    if (connection === 'open') tell({ isOpen: true })
    const error: (Error & { output?: { statusCode?: number } }) | undefined = lastDisconnect?.error
    if (connection === 'close' && error?.output?.statusCode !== DisconnectReason.loggedOut) void connect()
  })
  sock.ev.on('messages.upsert', ({ messages }) => {
    for (const message of messages) void answer(sock, message)
  })
}

/** In one step: whoever kills this process in the middle must find the old file or the new one. */
function saveCreds(creds: object): void {
  const file = join(AUTH_FOLDER, 'creds.json')
  writeFileSync(`${file}.new`, JSON.stringify(creds, BufferJSON.replacer))
  renameSync(`${file}.new`, file)
}

async function answer(
  sock: ReturnType<typeof makeWASocket>,
  message: Parameters<typeof downloadMediaMessage>[0],
): Promise<void> {
  const { remoteJid, fromMe } = message.key
  const content = message.message
  if (fromMe || !remoteJid || !content) return
  if (content.imageMessage) {
    const image = await downloadMediaMessage(message, 'buffer', {})
    await sock.sendMessage(remoteJid, { image, caption: 'eco', jpegThumbnail: '' })
  } else if (content.conversation) {
    await sock.sendMessage(remoteJid, { text: `eco: ${content.conversation}` })
  }
}

await connect()
