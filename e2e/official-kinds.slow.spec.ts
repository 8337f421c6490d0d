import type { Person } from '@guiche/graph-testserver'
import { type Page, expect as expectSoon, test } from '@playwright/test'
import { must } from './support/call.ts'
import { type Queue, createCompany } from './support/company.ts'
import { type Desk, logIn, openDesk } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { connectNumber, metaOfFile, newNumber } from './support/meta.ts'
import { sheetOf } from './support/numbers/tables.ts'
import { serverOfFile } from './support/server.ts'
import { chooseInMenuOf } from './support/messages/menu.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)

/** Files are fetched by jobs, which may wait long on a busy machine. */
const expect = expectSoon.configure({ timeout: 60_000 })
test.setTimeout(300_000)
test.beforeAll(() => meta().tell(server()))

const choose = ({ message }: Desk, text: string, action: string) => chooseInMenuOf(message(text), action)

async function attach(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: 'Fotos, vídeos e arquivos' }).click()
  await (await choosing).setFiles(file)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
}

test('A customer and an attendant exchange every kind of content over an official number', async ({ browser }) => {
  const number = newNumber(meta(), '551133330001')
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  await connectNumber(meta(), company, [queue], { number })
  const rita = meta().graph.person('5531987654321', 'Rita Moura')
  const chat = rita.chat(number)
  const ana = await openDesk(browser, server(), await company.attendant('Ana Prado', [queue]), {
    permissions: ['microphone'],
    // High enough for all messages, because those out of sight are not rendered.
    viewport: { width: 1280, height: 4000 },
  })

  await test.step('each kind of content from the customer is shown', async () => {
    const { id } = await chat.text('Oi! Vou mandar tudo')
    await ana.accept('Rita Moura')
    await expect(ana.message('Oi! Vou mandar tudo')).toBeVisible()
    await chat.image(await files.frame(), { caption: 'A vitrine' })
    await expect(ana.message('A vitrine').getByRole('button', { name: 'Abrir imagem' })).toBeVisible()
    await chat.voice(files.voice)
    const player = ana.conversation.getByRole('button', { name: 'Reproduzir áudio' })
    // The files have no valid sound and film: once the browser notices, they are offered for download.
    await expect(player.or(ana.conversation.getByRole('link', { name: /^Baixar/ })).first()).toBeVisible()
    await chat.video(files.video, { caption: 'O desfile' })
    const film = ana.message('O desfile')
    await expect(film.getByRole('button', { name: 'Reproduzir vídeo' }).or(film.getByRole('link'))).toBeVisible()
    await chat.document(files.paper, { fileName: 'pedido.pdf' })
    await expect(ana.conversation.getByRole('link', { name: 'Baixar pedido.pdf' })).toBeVisible()
    await chat.sticker(await files.sticker())
    await expect(ana.conversation.getByRole('img', { name: 'Figurinha' })).toBeVisible()
    const phones = [{ phone: '+55 11 97777-6666', type: 'CELL', wa_id: '5511977776666' }]
    await chat.contacts([{ name: { formatted_name: 'Bia Ramos', first_name: 'Bia' }, phones }])
    await expect(ana.message('Bia Ramos').getByRole('button', { name: 'Conversar' })).toBeVisible()
    await chat.location(-23.55, -46.63, { name: 'Praça da Sé' })
    await expect(ana.message('Praça da Sé').getByRole('link')).toHaveAttribute('href', /maps\.google/)
    await chat.text('Respondendo a mim', { replyTo: id })
    await expect(ana.message('Respondendo a mim')).toContainText('Oi! Vou mandar tudo')
    await chat.unsupported('poll')
    await expect(ana.message('O canal não mostra este tipo de mensagem')).toBeVisible()
    await expect.poll(() => number.messages.get(id)?.statuses).toContain('read')
  })

  await test.step('edits, deletions and reactions of the customer are shown', async () => {
    await ana.write('Chega amanhã')
    const ours = await rita.inbox.waitFor(({ text }) => text.includes('Chega amanhã'))
    await chat.react(ours.id, '❤️')
    await expect(ana.message('Chega amanhã').getByRole('button', { name: /❤️/ })).toBeVisible()
    const wrong = await chat.text('São duas camisa')
    await expect(ana.message('São duas camisa')).toBeVisible()
    await chat.edit(wrong.id, 'São duas camisas')
    await expect(ana.message('São duas camisas')).toContainText('editada')
    const gone = await chat.text('Esquece isto')
    await expect(ana.message('Esquece isto')).toBeVisible()
    await chat.revoke(gone.id)
    await expect(ana.conversation).toContainText('Essa mensagem foi apagada pelo contato')
  })

  await test.step('what the attendant sends arrives as what it is, and the ticks follow', async () => {
    await ana.sendPicture('vitrine.png', 'A nossa')
    expect((await rita.inbox.waitFor(({ type }) => type === 'image')).text).toContain('A nossa')
    await attach(ana.page, { name: 'nota.pdf', mimeType: 'application/pdf', buffer: files.paper })
    const paper = await rita.inbox.waitFor(({ type }) => type === 'document')
    expect(paper.file?.name).toBe('nota.pdf')
    await ana.page.getByRole('button', { name: 'Gravar áudio' }).click()
    const bar = ana.page.getByRole('group', { name: 'Gravação de áudio' })
    await expect(bar.getByRole('timer')).toHaveText(/^00:(0[2-9]|[1-5]\d)$/)
    await bar.getByRole('button', { name: 'Enviar áudio' }).click()
    const voice = await rita.inbox.waitFor(({ type }) => type === 'audio')
    expect(voice.content).toMatchObject({ voice: true })

    await choose(ana, 'São duas camisas', 'Reagir com 👍')
    await rita.inbox.waitFor(({ type, text }) => type === 'reaction' && text === '👍')
    rita.goOffline()
    await ana.replyTo('São duas camisas', 'Duas, anotado')
    await ana.expectTick('Duas, anotado', 'Enviada')
    await rita.goOnline()
    const answer = await rita.inbox.waitFor(({ text }) => text.includes('Duas, anotado'))
    expect(number.messages.get(answer.quotes ?? '')?.content).toEqual({ body: 'São duas camisa' })
    await ana.expectTick('Duas, anotado', 'Entregue')
    await chat.read()
    await ana.expectTick('Duas, anotado', 'Lida')
  })

  await test.step('what does not arrive says why', async () => {
    rita.failsWith = 131026
    await ana.write('Chegou?')
    await expect(ana.message('Chegou?')).toContainText('O WhatsApp não entregou a mensagem')
    rita.failsWith = undefined
  })
})

test('Customers answer the bot by its list and its buttons', async ({ browser }) => {
  const number = newNumber(meta(), '551133330002')
  const company = await createCompany(server(), 'Casa Brisa')
  const names = ['Vendas', 'Suporte', 'Financeiro', 'Entregas']
  const queues: Queue[] = []
  for (const name of names) queues.push(await company.queue(name))
  const id = await connectNumber(meta(), company, queues, { number, fields: { greetingMessage: 'Olá!' } })
  const desk = await openDesk(browser, server(), await company.attendant('Ana Prado', queues))
  await desk.tab('Aguardando').click()
  const menuOf = ({ inbox }: Person) => inbox.waitFor(({ type }) => type === 'interactive')

  await test.step('a list of four queues', async () => {
    await company.setting('chatBotType', 'list')
    const rita = meta().graph.person('5531987650001', 'Rita Moura')
    await rita.chat(number).text('Oi')
    const menu = await menuOf(rita)
    await rita.chat(number).choose(menu.id, 'Suporte')
    await expect(desk.row('Rita Moura')).toContainText('Suporte')
    await expect(desk.row('Rita Moura').getByRole('img', { name: 'Com o chatbot' })).toHaveCount(0)
  })

  await test.step('buttons for two queues', async () => {
    await company.setting('chatBotType', 'button')
    const two = queues.slice(0, 2).map((queue) => queue.id)
    await must(company.call('PUT', `/whatsapp/${id}`, { queueIds: two, greetingMessage: 'Olá!' }))
    const caio = meta().graph.person('5531987650002', 'Caio Prado')
    await caio.chat(number).text('Oi')
    const menu = await menuOf(caio)
    await caio.chat(number).choose(menu.id, 'Vendas')
    await expect(desk.row('Caio Prado').getByRole('img', { name: 'Com o chatbot' })).toHaveCount(0)
    await desk.accept('Caio Prado')
    await expect(desk.message('Vendas').last()).toBeVisible()
  })
})

test('A customer without a phone is whole: listed, masked, found, answered, exported and blocked', async ({
  browser,
  page,
}) => {
  const number = newNumber(meta(), '551133330003')
  const company = await createCompany(server(), 'Casa Jade')
  await company.setting('lgpdHideNumber', 'enabled')
  const queue = await company.queue('Vendas')
  await connectNumber(meta(), company, [queue], { number })
  const caio = meta().graph.person(undefined, 'Caio Prado', { username: 'caio.prado' })
  await caio.chat(number).text('Vocês têm luminárias?')
  const desk = await openDesk(browser, server(), await company.attendant('Ana Prado', [queue]))

  await test.step('they are answered', async () => {
    await desk.accept('Caio Prado')
    await desk.write('Temos sim')
    await caio.inbox.waitFor(({ text }) => text.includes('Temos sim'))
    await desk.expectTick('Temos sim', 'Entregue')
    await desk.page.getByRole('button', { name: 'Dados do contato', exact: true }).click()
    const drawer = desk.page.getByRole('complementary', { name: 'Dados do contato' })
    await expect(drawer).toContainText('Caio Prado')
    await expect(drawer).not.toContainText(number.account.business.userIdOf(caio))
  })

  await logIn(page, server(), await company.attendant('Bia Dona', [], { profile: 'admin' }))
  await page.goto(`${server().url}/contacts`)
  const row = page.getByRole('row').filter({ hasText: 'Caio Prado' })

  await test.step('they are in the list, and the search finds them', async () => {
    await expect(row).toBeVisible()
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: /Buscar|Pesquisar/ }))
      .first()
      .fill('caio pr')
    await expect(row).toBeVisible()
  })

  await test.step('they are in the exported sheet', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
    await page.getByRole('menuitem', { name: 'Exportar contatos' }).click()
    const names = (await sheetOf(await downloading)).flatMap((cells) => Object.values(cells))
    expect(names).toContain('Caio Prado')
  })

  await test.step('they are blocked at the network too', async () => {
    const drawer = desk.page.getByRole('complementary', { name: 'Dados do contato' })
    await drawer.getByRole('button', { name: 'Bloquear', exact: true }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
    await expect.poll(() => [...number.blocked]).toEqual([caio])
  })
})

test('A token revoked in mid-talk holds what waits, and a new one sends it once', async ({ browser, page }) => {
  const number = newNumber(meta(), '551133330004')
  const { account } = number
  const company = await createCompany(server(), 'Casa Lua')
  const queue = await company.queue('Vendas')
  await connectNumber(meta(), company, [queue], { number })
  const rita = meta().graph.person('5531987650004', 'Rita Moura')
  await rita.chat(number).text('Que horas chega?')
  const desk = await openDesk(browser, server(), await company.attendant('Ana Prado', [queue]))
  await desk.accept('Rita Moura')
  await logIn(page, server(), await company.attendant('Bia Dona', [], { profile: 'admin' }))
  await page.goto(`${server().url}/connections`)
  const row = page.getByRole('row').filter({ hasText: 'Oficial' })
  await expect(row).toContainText('Conectada')

  await test.step('what is written waits, and the history says why and what to do', async () => {
    await account.uninstall(meta().shop.app)
    await desk.write('Chega às dez')
    await expect(row).toContainText('conecte de novo')
    await row.getByRole('button', { name: /Ver o que aconteceu/ }).click()
    const history = page.getByRole('dialog', { name: 'O que aconteceu com Oficial' })
    await expect(history.getByRole('listitem').first()).toContainText('conecte de novo')
    await page.keyboard.press('Escape')
    expect(rita.inbox.messages.some(({ text }) => text.includes('Chega às dez'))).toBe(false)
  })

  await test.step('with a new token it goes out, once', async () => {
    await row.getByRole('button', { name: 'Conectar de novo: Oficial' }).click()
    const access = page.getByRole('dialog', { name: 'Acesso de Oficial' })
    await access.getByRole('button', { name: 'Trocar: Token de acesso' }).click()
    await access.getByLabel('Token de acesso', { exact: true }).fill(account.business.token(meta().shop.app))
    await access.getByRole('button', { name: 'Salvar e conectar' }).click()
    await expect(row).toContainText('Conectada')
    await rita.inbox.waitFor(({ text }) => text.includes('Chega às dez'))
    await desk.expectTick('Chega às dez', 'Entregue')
    await desk.write('Até já')
    await rita.inbox.waitFor(({ text }) => text.includes('Até já'))
    expect(rita.inbox.messages.filter(({ text }) => text.includes('Chega às dez'))).toHaveLength(1)
  })
})
