import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { openDesk } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { talkOfTwo } from './support/internal-chat/people.ts'
import { field, list, log, row, said, write } from './support/internal-chat/windows.ts'
import { chooseInMenuOf } from './support/messages/menu.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('Messages are answered, changed, reacted to, found and deleted, in both windows', async ({ browser, server }) => {
  const { ana, bia, openForAna, openForBia } = await talkOfTwo(browser, server)
  await openForAna()
  await openForBia()
  await write(ana, 'Quem vai no sabado?')

  await test.step('a mention is offered after the sign, and marks the message', async () => {
    await field(bia).pressSequentially('@an')
    await bia.getByRole('option', { name: 'Ana Prado' }).click()
    await expect(field(bia)).toHaveValue('@Ana Prado ')
    await field(bia).pressSequentially('veja isto')
    await field(bia).press('Enter')
    await expect(said(ana, 'veja isto')).toHaveAttribute('data-mentioned', 'true')
  })

  await test.step('an answer shows what it answers', async () => {
    await chooseInMenuOf(said(bia, 'Quem vai no sabado?'), 'Responder')
    await write(bia, 'Eu vou.')
    await expect(said(ana, 'Eu vou.').getByRole('button', { name: 'Ana Prado Quem vai no sabado?' })).toBeVisible()
  })

  await test.step('an edit', async () => {
    await chooseInMenuOf(said(ana, 'Quem vai no sabado?'), 'Editar')
    await expect(field(ana)).toHaveValue('Quem vai no sabado?')
    await field(ana).fill('Quem vai no sábado?')
    await field(ana).press('Enter')
    await expect(said(bia, 'Quem vai no sábado?')).toContainText('editada')
    await expect(field(ana)).toHaveValue('')
  })

  await test.step('a reaction, which is taken back by pressing it', async () => {
    await chooseInMenuOf(said(bia, 'Quem vai no sábado?'), 'Reagir com 👍')
    await expect(said(ana, 'Quem vai no sábado?').getByRole('button', { name: '👍 de Bia Souza' })).toBeVisible()
    await said(bia, 'Quem vai no sábado?').getByRole('button', { name: '👍 de Bia Souza' }).click()
    await expect(said(ana, 'Quem vai no sábado?').getByRole('button', { name: /👍/ })).toHaveCount(0)
  })

  await test.step('who has read it', async () => {
    await chooseInMenuOf(said(ana, 'Quem vai no sábado?'), 'Quem leu')
    await expect(ana.getByRole('dialog').getByRole('region', { name: 'Leram' })).toContainText('Bia Souza')
    await expectAccessibleInBothSchemes(ana)
    await ana.keyboard.press('Escape')
  })

  await test.step('a search leads to the message', async () => {
    await list(ana).getByRole('searchbox', { name: 'Buscar conversas' }).fill('veja isto')
    await list(ana).getByRole('region', { name: 'Mensagens encontradas' }).getByRole('link').click()
    await expect(ana).toHaveURL(/message=\d+/)
    await expect(said(ana, 'veja isto')).toBeVisible()
  })

  await test.step('a deletion leaves a trace, and nothing of the text', async () => {
    await chooseInMenuOf(said(bia, 'Eu vou.'), 'Apagar')
    await bia.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
    await expect(log(ana).getByText('Mensagem apagada')).toBeVisible()
    await expect(log(ana).getByText('Eu vou.')).toHaveCount(0)
  })
})

test('Files and a recording are sent, also across a lost line, and a refused message says why', async ({
  browser,
  server,
}) => {
  const { ana, bia, openForAna, openForBia } = await talkOfTwo(browser, server, { permissions: ['microphone'] })
  await openForAna()
  await openForBia()

  await test.step('a picture with a caption and a document', async () => {
    await ana.locator('input[type="file"][multiple]').setInputFiles([
      { name: 'mesa.png', mimeType: 'image/png', buffer: await files.picture() },
      { name: 'tabela.pdf', mimeType: 'application/pdf', buffer: files.paper },
    ])
    await field(ana).fill('A mesa nova')
    await field(ana).press('Enter')
    await expect(said(bia, 'A mesa nova').getByRole('button', { name: 'Abrir imagem mesa.png' })).toBeVisible()
    await said(bia, 'A mesa nova').getByRole('button', { name: 'Abrir imagem mesa.png' }).click()
    await expect(bia.getByRole('dialog').getByRole('img', { name: 'A mesa nova' })).toBeVisible()
    await bia.keyboard.press('Escape')
    await expect(bia.getByRole('dialog')).toHaveCount(0)
    await expect(log(bia).getByRole('link', { name: /tabela\.pdf/ })).toBeVisible()
  })

  await test.step('a recording, as mp3', async () => {
    await ana.getByRole('button', { name: 'Gravar áudio' }).click()
    await expect(ana.getByRole('timer')).toHaveText(/^00:(0[2-9]|[1-5]\d)$/)
    await ana.keyboard.press('Enter')
    const audio = log(bia).locator('audio')
    await expect(audio).toHaveCount(1)
    expect(await audio.getAttribute('src')).toMatch(/\/chats\/[\da-f]{40}\.mp3\?/)
  })

  await test.step('what is written without a connection is sent when it is back, and is missed by nobody', async () => {
    await ana.context().setOffline(true)
    await field(ana).fill('Escrito sem rede')
    await field(ana).press('Enter')
    await expect(said(ana, 'Escrito sem rede').getByRole('img', { name: 'Enviando' })).toBeVisible()
    await write(bia, 'Alguém aí?')
    await ana.context().setOffline(false)
    await expect(said(bia, 'Escrito sem rede')).toHaveCount(1)
    await expect(said(ana, 'Alguém aí?')).toBeVisible()
    await expect(said(ana, 'Escrito sem rede').getByRole('img', { name: 'Enviando' })).toHaveCount(0)
  })

  await test.step('a refused message stays with its reason', async () => {
    await ana.route(/\/chats\/\d+\/messages$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { error: 'ERR_NO_PERMISSION' } })
        : route.continue(),
    )
    await field(ana).fill('Isto não vai')
    await field(ana).press('Enter')
    await expect(said(ana, 'Isto não vai').getByRole('alert')).toContainText('Não enviada')
    await ana.unroute(/\/chats\/\d+\/messages$/)
    await said(ana, 'Isto não vai').getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(said(bia, 'Isto não vai')).toBeVisible()
  })

  await test.step('a draft waits in its chat', async () => {
    await field(ana).fill('Ainda não')
    await ana.reload()
    await expect(field(ana)).toHaveValue('Ainda não')
    await expect(row(ana, 'Vendas e entregas')).toContainText('Rascunho: Ainda não')
  })
})

test('A ticket is shown as a card, which opens for those who may see it', async ({ browser, server }) => {
  const { company, ana, person } = await openTalk(browser, server, 'Quero um sofá')
  const other = await company.queue('Financeiro')
  const bia = await company.attendant('Bia Souza', [other])
  const { call } = await logInByApi(server, bia)
  const talk = await must<{ uuid: string }>(call('POST', '/chats/direct', { userId: person.id }))
  await ana.page.goto(`${server.url}/chats/${talk.uuid}`)

  await ana.page.getByRole('button', { name: 'Mostrar um ticket' }).click()
  await ana.page.getByRole('searchbox', { name: 'Nome, número ou mensagem' }).fill('Rita')
  await ana.page
    .getByRole('dialog')
    .getByRole('button', { name: /Rita Moura/ })
    .click()

  await expect(log(ana.page).getByRole('link', { name: /Rita Moura/ })).toBeVisible()
  const { page } = await openDesk(browser, server, bia)
  await page.goto(`${server.url}/chats/${talk.uuid}`)
  await expect(log(page).getByText('Você não tem acesso a este ticket.')).toBeVisible()
  await expect(page.getByText('Rita Moura')).toHaveCount(0)
  await log(ana.page)
    .getByRole('link', { name: /Rita Moura/ })
    .click()
  await expect(ana.page).toHaveURL(/\/tickets\//)
})
