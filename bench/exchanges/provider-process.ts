import { setTimeout as pause } from 'node:timers/promises'
import { createAnsweringService } from '../../apps/server/test/services/answering-service.ts'
import { services } from './provider.ts'

// A service that answers customers, in a process of its own: what it costs is no cost of the house.

const times = new Map<number, number>()
const service = await createAnsweringService()
service.reply(async ({ answererId, ticketId, texts }) => {
  if (answererId === services.silent.id) return undefined
  const began = performance.now()
  await pause(answererId === services.slow.id ? services.slow.takes : services.usual.takes)
  times.set(ticketId, performance.now() - began)
  return { parts: [{ kind: 'text', text: `Eco: ${texts.join()}` }] }
})
service.files['/times'] = (_request, response) => response.end(JSON.stringify([...times]))
process.stdout.write(`${service.url}\n`)
process.once('SIGTERM', () => process.exit())
