import { expect, test } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { watchForInjection } from './support/canary.ts'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => ({ ...whatsApp().environment, LOG_LEVEL: 'trace' }))

const name = 'Rita<img src=/canary onerror=pwned=1>'
const texts = [
  '<script>pwned=1</script>',
  '"><svg/onload=pwned=1>',
  '[x](javascript:pwned=1) <a href=javascript:pwned=1>x</a>',
  'fatura\u202efdp.exe e mais',
]
const number = '5511988880199'

test('Messages of unknown people over WhatsApp are shown as text and appear in no log (S43, S73, S78)', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const person = await company.attendant('Ana Prado', [queue])
  const { call } = await logInByApi(server(), company.admin)
  const phone = whatsApp().phone('5511900000077', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const rita = whatsApp().contact(number, name)
  const made = await must<{ id: number }>(
    call('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp', queueIds: [queue.id] }),
  )
  const shown = () => must<{ qrcode: string; status: string }>(call('GET', `/whatsapp/${made.id}`))
  await expect.poll(async () => (await shown()).qrcode).not.toBe('')
  const { qrcode } = await shown()
  await phone.scan(qrcode)
  await expect.poll(async () => (await shown()).status).toBe('CONNECTED')
  const canary = await watchForInjection(browser, { bypassCSP: true, reducedMotion: 'reduce' })
  const ana = deskOn(await canary.page())
  const { page } = ana
  const chat = rita.chat(phone)

  await test.step('the text is shown literally', async () => {
    for (const text of texts) await chat.text(text)
    await chat.document(Buffer.from('<script>pwned=1</script>'), {
      mimetype: 'text/html',
      fileName: '"><svg onload=pwned=1>.html',
      caption: 'Leia <b onmouseover=pwned=1>isto</b>',
    })
    await chat.contactCard('<img src=/canary onerror=pwned=1>', '5511977776666')
    await chat.location(-23.5, -46.6, { name: '<svg/onload=pwned=1>', address: 'javascript:pwned=1' })
    await chat.poll('<img src=/canary onerror=pwned=1>', ['<svg/onload=pwned=1>'])
    await logIn(page, server(), person)
    await ana.tab('Aguardando').click()
    await ana.accept(name)
    for (const text of texts.slice(0, 3)) await expect(ana.message(text)).toBeVisible()
    await expect(ana.message('fatura')).toBeVisible()
    await expect(ana.message('Leia <b onmouseover=pwned=1>isto</b>')).toBeVisible()
    await canary.expectSilent(page)
  })

  await test.step('closing and broken sessions do not log their keys', async () => {
    await ana.write('Resposta com canela')
    await rita.waitForMessage(({ text }) => text?.includes('Resposta com canela') === true)
    await rita.reinstall([phone.linkedDevice])
    await chat.text('Troquei de celular, canela')
    whatsApp().faults.garble({ phone })
    await chat.text('cifrada errada, canela')
    await expect(ana.message('Troquei de celular, canela')).toBeVisible()
    await expect(ana.message('cifrada errada, canela')).toBeVisible()
    await phone.linkedDevice.push({ tag: 'message', attrs: { from: rita.jid(), id: 'X1', t: '1' }, content: [] })
    // The library cannot decode this one at all.
    await phone.linkedDevice.push({
      tag: 'call',
      attrs: { from: rita.jid() },
      content: [{ tag: 'toString', attrs: { a: 'b' } }],
    })
    phone.linkedDevice.cut()
    await expect.poll(async () => (await shown()).status).toBe('CONNECTED')
    await chat.text('ainda aqui, canela')
    await expect(ana.message('ainda aqui, canela')).toBeVisible()
    await phone.linkedDevice.unlink()
    await expect.poll(async () => (await shown()).status).toBe('DISCONNECTED')
  })

  const said = server().said()
  expect(said).toContain('"level":')
  const [, ...secretsOfCode] = qrcode.slice(qrcode.indexOf('#')).split(',')
  for (const word of ['canela', 'pwned', number, 'Rita', ...secretsOfCode.filter((part) => part.length > 20)])
    expect({ word, isSaid: said.includes(word) }).toEqual({ word, isSaid: false })
  expect(said).not.toMatch(/privKey|rootKey|SessionEntry|_chains|ephemeralKey|<Buffer|Closing session|Bad MAC/i)
  // At least 32 bytes in base64, the form of keys.
  expect(said.match(/[A-Za-z\d+/]{43,}=/g) ?? []).toEqual([])
})
