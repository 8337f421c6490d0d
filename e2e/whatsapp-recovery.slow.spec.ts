import { expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { type Desk, logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, readCode, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

/**
 * Keeps the connection down for a while: cutting it once is not enough, because it reconnects. Until the end, logins
 * fail as on a busy network.
 */
function holdDown(phone: ReturnType<ReturnType<typeof whatsApp>['phone']>, seconds: number): Promise<void> {
  whatsApp().faults.refuseLogins(503, { times: 100, phone })
  phone.linkedDevice.cut()
  return new Promise((resolve) =>
    setTimeout(() => {
      whatsApp().faults.acceptLogins(phone)
      resolve()
    }, seconds * 1000),
  )
}

const wordsOf = (desk: Desk) => desk.conversation.getByRole('listitem').allInnerTexts()

test('After a connection was down for a minute, missed messages arrive and queued ones leave, without greetings', async ({
  browser,
  page,
}) => {
  test.setTimeout(300_000)
  const company = await createCompany(server(), 'Casa Aurora')
  await company.setting('sendGreetingMessageOneQueues', 'enabled')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Prado', [queue])
  const phone = whatsApp().phone('5511900000021', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const rita = whatsApp().contact('5511988887021', 'Rita Moura')
  const paulo = whatsApp().contact('5511988887022', 'Paulo Reis')
  await logIn(page, server(), company.admin)
  await linkByPage(page, server(), phone, {
    name: 'Loja Centro',
    queues: ['Vendas'],
    texts: { 'Mensagem de saudação': 'Olá! Já respondemos.' },
  })

  const ana = await openDesk(browser, server(), attendant)
  await rita.chat(phone).text('Vocês abrem no sábado?')
  await ana.accept('Rita Moura')
  await ana.write('Abrimos às nove')
  await ana.expectTick('Abrimos às nove', 'Entregue')

  await test.step('both write while the connection is down', async () => {
    const away = holdDown(phone, 60)
    await expect(page.getByRole('row', { name: /Loja Centro/ })).toContainText(/Conectando|Sem resposta/)
    await rita.chat(phone).text('E no domingo?')
    await rita.chat(phone).text('Ou na segunda?')
    await paulo.chat(phone).text('Bom dia, alguém aí?')
    // The network gives times in whole seconds: messages of the same second have no order.
    const second = () => Math.floor(Date.now() / 1000)
    const theirs = second()
    await expect.poll(second).toBeGreaterThan(theirs)
    await ana.write('Também na véspera do feriado')
    expect(rita.inbox.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('véspera'))
    const row = page.getByRole('row', { name: /Loja Centro/ })
    await expect(row).toContainText('Sem resposta do celular', { timeout: 30_000 })
    await expect(row.getByRole('button', { name: 'Desconectar' })).toBeEnabled()
    await away
  })

  await test.step('everything arrives once and in order, and the ticket marks late messages', async () => {
    await expect(ana.message('Ou na segunda?')).toBeVisible({ timeout: 150_000 })
    await rita.waitForMessage(({ text }) => text?.includes('Também na véspera') === true)
    await ana.expectTick('Também na véspera do feriado', 'Entregue')
    await expect(ana.conversation).toContainText(
      /2 mensagens recuperadas \(conexão fora do ar de .*\d\d:\d\d a .*\d\d:\d\d\)/,
    )
    const words = (await wordsOf(ana)).join('\n')
    const places = ['E no domingo?', 'Ou na segunda?', 'Também na véspera'].map((text) => words.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    for (const text of ['E no domingo?', 'Ou na segunda?', 'Também na véspera'])
      expect(words.split(text)).toHaveLength(2)
    expect(rita.inbox.filter(({ text }) => text?.includes('véspera'))).toHaveLength(1)
  })

  await test.step('the new contact waits and got no automatic message', async () => {
    await ana.tab('Aguardando').click()
    await expect(ana.row('Paulo Reis')).toContainText('Bom dia, alguém aí?')
    expect(paulo.inbox).toEqual([])
  })

  await test.step('the history of the connection shows the interruption', async () => {
    await page.getByRole('button', { name: /Loja Centro: .* nas últimas 24 horas/ }).click()
    const history = page.getByRole('dialog', { name: 'O que aconteceu com Loja Centro' })
    await expect(history).toContainText('3 mensagens recuperadas')
    await expect(history).toContainText(/De volta depois de \d+ min/)
    await expect(history).toContainText('Conexão perdida')
    await history.getByRole('button', { name: 'Fechar' }).last().click()
  })

  await test.step('nothing is lost when the phone unlinks and links again', async () => {
    const row = page.getByRole('row', { name: /Loja Centro/ })
    await phone.linkedDevice.unlink()
    await expect(row).toContainText('O celular desvinculou este dispositivo')
    await ana.tab('Atendendo').click()
    await ana.open('Rita Moura')
    await ana.write('Escrito enquanto o celular estava desvinculado')
    await rita.chat(phone).text('Vocês sumiram?')
    await row.getByRole('button', { name: 'Novo QR Code' }).click()
    await phone.scan(await readCode(page.getByRole('img', { name: 'QR Code para vincular o celular' })))
    await expect(row).toContainText('Conectada')

    await rita.waitForMessage(({ text }) => text?.includes('Escrito enquanto') === true)
    await rita.chat(phone).text('Recebi, obrigada')
    await expect(ana.message('Recebi, obrigada')).toBeVisible()
    for (const text of ['Vocês abrem no sábado?', 'E no domingo?', 'Ou na segunda?', 'Vocês sumiram?'])
      await expect(ana.message(text)).toHaveCount(1)
    await expect(ana.conversation).toContainText(
      /1 mensagem recuperada \(conexão fora do ar de .*\d\d:\d\d a .*\d\d:\d\d\)/,
    )
  })
})
