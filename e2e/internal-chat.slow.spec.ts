import { type Browser, type Locator, type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { type Company, type Person, createCompany } from './support/company.ts'
import { type Desk, openDesk } from './support/desk.ts'
import { files } from './support/files.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Chat interno' })
const row = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title })
const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })
const said = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text }).first()
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' })
const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: /Chat interno/ })
const toolButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Chat interno/ })

async function write(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(said(page, text)).toBeVisible()
}

async function choose(page: Page, message: Locator, action: string) {
  await message.hover()
  await message.getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

interface Team {
  company: Company
  ana: Person
  bia: Person
  caio: Person
}

/** The chat in the panel over another screen. */
const panelOn = (page: Page) => page.getByRole('complementary', { name: 'Painel do chat interno' })

async function team(server: Server): Promise<Team> {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  return {
    company,
    ana: await company.attendant('Ana Prado', [queue]),
    bia: await company.attendant('Bia Souza', [queue]),
    caio: await company.attendant('Caio Lima', [queue]),
  }
}

/** Ana and Bia, each at a desk, in a chat that Ana owns, and in which she has written these messages. */
async function talkOfTwo(browser: Browser, server: Server, look = {}, messages: string[] = []) {
  const people = await team(server)
  const { call } = await logInByApi(server, people.ana)
  const chat = await must<{ id: number; uuid: string }>(
    call('POST', '/chats', { title: 'Vendas e entregas', users: [{ id: people.bia.id }] }),
  )
  for (const message of messages) await must(call('POST', `/chats/${chat.id}/messages`, { message }))
  const ana = await openDesk(browser, server, people.ana, look)
  const bia = await openDesk(browser, server, people.bia)
  const open = async ({ page }: Desk) => {
    await page.goto(`${server.url}/chats/${chat.uuid}`)
    await expect(page.getByRole('heading', { name: 'Vendas e entregas' })).toBeVisible()
  }
  return { caio: people.caio, ana: ana.page, bia: bia.page, openForAna: () => open(ana), openForBia: () => open(bia) }
}

test('Somebody begins a chat with colleagues, who see it at once with what is unread', async ({ browser, server }) => {
  const people = await team(server)
  const { page: ana } = await openDesk(browser, server, people.ana)
  const { page: bia } = await openDesk(browser, server, people.bia)
  const { page: caio } = await openDesk(browser, server, people.caio)
  const dialog = ana.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Salvar' })

  await test.step('the empty page says what it is for', async () => {
    await menuEntry(ana).click()
    await expect(ana).toHaveURL(/\/chats$/)
    await expect(ana.getByRole('heading', { name: 'Nenhuma conversa ainda' })).toBeVisible()
    await expectAccessibleInBothSchemes(ana)
  })

  await test.step('it needs a title and somebody to talk to', async () => {
    await ana.getByRole('button', { name: 'Nova' }).click()
    await expect(save).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Título' }).fill(' ')
    await dialog.getByRole('combobox', { name: 'Usuários' }).click()
    await expect(dialog.getByText('Por favor, preencha o título da conversa.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Vendas e entregas')
    await expect(dialog.getByText('Por favor, selecione pelo menos um usuário.')).toBeVisible()
    await expect(save).toBeDisabled()
    await expectAccessibleInBothSchemes(ana)
    await dialog.getByRole('combobox', { name: 'Usuários' }).click()
    await ana.getByRole('option', { name: 'Bia Souza' }).click()
    await dialog.getByRole('textbox', { name: 'Título' }).click()
    await save.click()
    await expect(ana).toHaveURL(/\/chats\/[\da-f-]{36}$/)
    await expect(ana.getByRole('heading', { name: 'Vendas e entregas' })).toBeVisible()
  })

  await test.step('the colleague sees what is unread in menu, top bar and list, and others see nothing', async () => {
    await write(ana, 'Tem vaga na rota de sábado?')
    await write(ana, 'A cliente espera.')
    await expect(menuEntry(bia)).toContainText('2')
    await toolButton(bia).click()
    const popover = bia.getByRole('dialog', { name: 'Chat interno' })
    await expect(popover.getByRole('link')).toContainText('Ana: A cliente espera.')
    await expectAccessibleInBothSchemes(bia)
    await popover.getByRole('link').click()
    await expect(said(bia, 'Tem vaga na rota de sábado?')).toBeVisible()
    await expect(log(bia).getByText('2 mensagens novas')).toBeVisible()
    await expect(menuEntry(bia)).not.toContainText('2')
    await menuEntry(caio).click()
    await expect(caio.getByRole('heading', { name: 'Nenhuma conversa ainda' })).toBeVisible()
  })

  await test.step('and the author sees that it was read', async () => {
    await expect(ana.getByRole('button', { name: 'Lida por Bia Souza' })).toBeVisible()
    await write(bia, 'Tem, das 8h às 12h.')
    await expect(said(ana, 'Tem, das 8h às 12h.')).toBeVisible()
    await expectAccessibleInBothSchemes(ana)
  })

  await test.step('an unknown address and that of somebody else’s chat say the same', async () => {
    for (const uuid of [ana.url().split('/').at(-1), '00000000-0000-4000-8000-000000000000', 'nada']) {
      await caio.goto(`${server.url}/chats/${uuid}`)
      await expect(caio.getByRole('heading', { name: 'Esta conversa não está disponível' })).toBeVisible()
    }
  })
})

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
    await choose(bia, said(bia, 'Quem vai no sabado?'), 'Responder')
    await write(bia, 'Eu vou.')
    await expect(said(ana, 'Eu vou.').getByRole('button', { name: 'Ana Prado Quem vai no sabado?' })).toBeVisible()
  })

  await test.step('an edit', async () => {
    await choose(ana, said(ana, 'Quem vai no sabado?'), 'Editar')
    await expect(field(ana)).toHaveValue('Quem vai no sabado?')
    await field(ana).fill('Quem vai no sábado?')
    await field(ana).press('Enter')
    await expect(said(bia, 'Quem vai no sábado?')).toContainText('editada')
    await expect(field(ana)).toHaveValue('')
  })

  await test.step('a reaction, which is taken back by pressing it', async () => {
    await choose(bia, said(bia, 'Quem vai no sábado?'), 'Reagir com 👍')
    await expect(said(ana, 'Quem vai no sábado?').getByRole('button', { name: '👍 de Bia Souza' })).toBeVisible()
    await said(bia, 'Quem vai no sábado?').getByRole('button', { name: '👍 de Bia Souza' }).click()
    await expect(said(ana, 'Quem vai no sábado?').getByRole('button', { name: /👍/ })).toHaveCount(0)
  })

  await test.step('who has read it', async () => {
    await choose(ana, said(ana, 'Quem vai no sábado?'), 'Quem leu')
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
    await choose(bia, said(bia, 'Eu vou.'), 'Apagar')
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

test('The owner changes and deletes the chat; who is removed is out at once', async ({ browser, server }) => {
  const { ana, bia, openForAna, openForBia, caio } = await talkOfTwo(browser, server)
  await openForAna()
  await openForBia()
  await write(ana, 'Bom dia')
  await expect(bia.getByRole('button', { name: 'Editar conversa' })).toHaveCount(0)
  await expect(bia.getByRole('button', { name: 'Excluir conversa' })).toHaveCount(0)

  await ana.getByRole('button', { name: 'Editar conversa' }).click()
  const dialog = ana.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Só entregas')
  await dialog.getByRole('combobox', { name: 'Usuários' }).click()
  await ana.getByRole('option', { name: 'Caio Lima' }).click()
  await ana.getByRole('option', { name: 'Bia Souza' }).click()
  await dialog.getByRole('textbox', { name: 'Título' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()

  await expect(bia.getByRole('heading', { name: 'Esta conversa não está disponível' })).toBeVisible()
  await expect(row(bia, 'Vendas e entregas')).toHaveCount(0)
  const { page: third } = await openDesk(browser, server, caio)
  await third.goto(ana.url())
  await expect(said(third, 'Bom dia')).toBeVisible()

  await ana.getByRole('button', { name: 'Excluir conversa' }).click()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await expect(ana).toHaveURL(/\/chats$/)
  await expect(third.getByRole('heading', { name: 'Esta conversa não está disponível' })).toBeVisible()
})

test('A direct talk opens from a name, and a panel floats over another screen until the focus leaves it', async ({
  browser,
  server,
}) => {
  const { ana, bia, openForAna, openForBia } = await talkOfTwo(browser, server)
  await openForAna()
  await write(ana, 'Bom dia')
  await openForBia()
  await said(bia, 'Bom dia').getByRole('button', { name: 'Ana Prado', exact: true }).click()
  await expect(bia.getByRole('heading', { name: 'Ana Prado', exact: true })).toBeVisible()
  await write(bia, 'Só para você')
  await expect(row(ana, 'Bia Souza')).toContainText('Só para você')

  await ana.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Contatos' }).click()
  const panel = panelOn(ana)
  await expect(panel).toHaveCount(0)
  await toolButton(ana).click()
  await ana.getByRole('button', { name: 'Abrir Bia Souza em um painel' }).click()
  await expect(panel.getByRole('article').filter({ hasText: 'Só para você' })).toBeVisible()
  await expectAccessibleInBothSchemes(ana)
  await panel.getByRole('textbox', { name: 'Mensagem' }).fill('Pode falar')
  await panel.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
  await expect(said(bia, 'Pode falar')).toBeVisible()
  await ana.getByRole('searchbox').first().click()
  await expect(panel).toHaveCount(0)

  await test.step('the palette leads to any colleague', async () => {
    await ana.keyboard.press('Control+k')
    await ana.keyboard.type('Caio')
    await ana.getByRole('option', { name: 'Conversar com Caio Lima' }).click()
    await expect(ana.getByRole('heading', { name: 'Caio Lima', exact: true })).toBeVisible()
  })
})

test('Wherever a colleague is named, their name opens the talk with them, over the screen', async ({
  browser,
  server,
}) => {
  const { ana, company } = await openTalk(browser, server, 'Quero um sofá')
  await ana.write('Temos em azul')
  await ana.writeNote('Cliente antiga')
  const { page } = await openDesk(browser, server, company.admin)
  const panel = panelOn(page)
  const expectTalk = async () => {
    await expect(panel.getByRole('heading', { name: 'Ana Prado' })).toBeVisible()
    await expect(panel.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
    await panel.getByRole('button', { name: 'Fechar', exact: true }).click()
    await expect(panel).toHaveCount(0)
  }
  const conversation = page.getByRole('log', { name: 'Mensagens' })

  await test.step('at a message and at a private note', async () => {
    await page.goto(ana.page.url())
    for (const text of ['Temos em azul', 'Cliente antiga']) {
      const message = conversation.getByRole('listitem').filter({ hasText: text }).first()
      await message.getByRole('button', { name: 'Ana Prado', exact: true }).click()
      await expectTalk()
    }
  })

  await test.step('in the menu of their ticket', async () => {
    await page
      .getByRole('region', { name: /^Conversa com/ })
      .getByRole('button', { name: 'Mais ações' })
      .click()
    await page.getByRole('menuitem', { name: 'Conversar com Ana Prado' }).click()
    await expectTalk()
  })

  for (const path of ['/users', '/moments'])
    await test.step(path, async () => {
      await page.goto(server.url + path)
      await page.getByRole('main').getByRole('button', { name: 'Ana Prado', exact: true }).click()
      await expectTalk()
    })

  await test.step('one’s own name is only a text', async () => {
    await expect(ana.message('Temos em azul')).toBeVisible()
    await expect(ana.conversation.getByRole('button', { name: 'Ana Prado', exact: true })).toHaveCount(0)
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

test('On a phone there are two tabs', async ({ browser, server }) => {
  const { ana, openForAna } = await talkOfTwo(browser, server, { viewport: { width: 390, height: 844 } })
  await openForAna()
  const tabs = ana.getByRole('navigation', { name: 'Chat interno' })
  await expect(list(ana)).toBeHidden()
  await write(ana, 'Do celular')
  await expectAccessibleInBothSchemes(ana)

  await tabs.getByRole('button', { name: 'Chats' }).click()
  await expect(row(ana, 'Vendas e entregas')).toContainText('Você: Do celular')
  await expect(log(ana)).toHaveCount(0)
  await ana.getByRole('button', { name: 'Nova' }).click()
  await expect(ana.getByRole('dialog').getByRole('textbox', { name: 'Título' })).toBeVisible()
  await ana.keyboard.press('Escape')
  await tabs.getByRole('button', { name: 'Mensagens' }).click()
  await expect(said(ana, 'Do celular')).toBeVisible()
})

test('Older messages are loaded before the top is reached', async ({ browser, server }) => {
  const messages = Array.from({ length: 90 }, (_, nth) => `Mensagem número ${nth + 1}`)
  const { ana, openForAna } = await talkOfTwo(browser, server, {}, messages)
  await openForAna()
  await expect(said(ana, 'Mensagem número 90')).toBeVisible()
  await log(ana).hover()
  await expect(async () => {
    await ana.mouse.wheel(0, -4000)
    await expect(log(ana).getByText('Mensagem número 1', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('Older messages are loaded within 600 px of the top, and not before', async ({ browser, server }) => {
  const tall = Array.from({ length: 8 }, (_, nth) => `Linha ${nth}`).join('\n')
  const { ana, openForAna } = await talkOfTwo(browser, server, {}, Array<string>(30).fill(tall))
  const asked: string[] = []
  ana.on('request', (request) => {
    if (/\/messages\?.*before=/.test(request.url())) asked.push(request.url())
  })
  await openForAna()
  await expect(log(ana).getByRole('article')).toHaveCount(20)
  const scrollTo = (top: number) =>
    ana.evaluate(`new Promise((done) => {
      document.querySelector('[role="log"]').scrollTo(0, ${top})
      requestAnimationFrame(() => requestAnimationFrame(() => done()))
    })`)

  await scrollTo(640)
  expect(asked).toEqual([])
  await scrollTo(560)
  await expect.poll(() => asked.length).toBe(1)
  await expect(log(ana).getByRole('article')).toHaveCount(30)
})

test('The list of the top bar is at most 300 px high, and scrolls', async ({ browser, server }) => {
  const people = await team(server)
  const { call } = await logInByApi(server, people.ana)
  for (let nth = 1; nth <= 9; nth += 1)
    await must(call('POST', '/chats', { title: `Conversa ${nth}`, users: [{ id: people.bia.id }] }))
  const { page: bia } = await openDesk(browser, server, people.bia)
  const popover = bia.getByRole('dialog', { name: 'Chat interno' })
  const height = async () =>
    (await popover.getByRole('list').locator('xpath=ancestor::*[@data-scrollbars]').boundingBox())?.height
  await toolButton(bia).click()
  await expect(popover.getByRole('listitem')).toHaveCount(9)
  await expect.poll(height).toBe(300)
  const last = popover.getByRole('listitem').last()
  await expect(last).not.toBeInViewport({ ratio: 0.5 })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.9 })
})
