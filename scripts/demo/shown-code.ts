import { type Call, logIn } from './calls.ts'

const admin = 'admin@aurora.demo'
/** A user of its own, because a second login as the admin would end the admin's session. */
const reader = { name: 'Leitor de QR Code', email: 'leitor@aurora.demo' }

/** Reads the QR code that the connections screen shows at that moment. Create it before anybody else logs in. */
export async function createCodeReader(url: string, password: string): Promise<() => Promise<string>> {
  const logInAsReader = () => logIn(url, reader.email, password)
  await logInAsReader().catch(() => addReader(url, password))
  return async () => readShownCode(await logInAsReader())
}

async function addReader(url: string, password: string): Promise<void> {
  const call = await logIn(url, admin, password)
  await call('POST', '/users', { ...reader, password, profile: 'admin', queueIds: [] })
}

async function readShownCode(call: Call): Promise<string> {
  const connections = await call<{ id: number; status: string }[]>('GET', '/whatsapp')
  const waiting = connections.filter(({ status }) => status === 'qrcode').toSorted((one, other) => other.id - one.id)
  for (const { id } of waiting) {
    // The list of connections leaves the code out (S63).
    const { qrcode } = await call<{ qrcode: string }>('GET', `/whatsapp/${id}`)
    if (qrcode !== '') return qrcode
  }
  throw new Error('Nenhum QR Code na tela: em Conexões, crie um WhatsApp ou peça um novo código.')
}
