import { type BotServer, createBotServer, createOgg } from '@guiche/bot-testserver'
import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { closePages, serverOfFile } from './support/server.ts'
import { openChat } from './support/visitor.ts'

let bots: BotServer
test.beforeAll(async () => {
  bots = await createBotServer()
})
test.afterAll(async () => {
  await bots.stop()
  expect(bots.problems).toEqual([])
})

const server = serverOfFile(() => ({
  ...bots.environment,
  GUICHE_OPENAI_URL: bots.addresses.openai,
  GUICHE_SPEECH_URL: bots.addresses.speech,
}))
test.afterEach(({ browser }) => closePages(browser))

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('An admin keeps prompts: their texts, their keys, and who uses them', async ({ page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  await company.queue('Suporte')
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await logIn(page, server(), company.admin)
  await page.goto(`${server().url}/prompts`)
  await expect(page.getByText('Nenhum prompt ainda')).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await test.step('a queue is asked for in the words that people know', async () => {
    await page.getByRole('button', { name: 'Adicionar prompt' }).first().click()
    await expect(dialog.getByRole('combobox', { name: 'Voz' })).toHaveValue('Texto')
    await expect(field('Máximo de tokens na resposta')).toHaveValue('100')
    await expect(field('Temperatura')).toHaveValue('1')
    await expect(field('Máximo de mensagens no histórico')).toHaveValue('10')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Informe o setor')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a voice needs its key and its region', async () => {
    await field('Nome').fill('Atendente virtual')
    await field('Prompt').fill('Você atende a Casa Aurora.')
    await dialog.getByLabel(/^API Key/).fill('sk-test-chave-1234')
    await dialog.getByRole('combobox', { name: 'Fila' }).click()
    await page.getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByRole('combobox', { name: 'Voz' }).click()
    await expect(page.getByRole('option')).toHaveCount(17)
    await page.getByRole('option', { name: 'Francisca (feminina)' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(2)
    await dialog.getByLabel(/^Chave da API de voz/).fill('speech-key')
    await field('Região de voz').fill('Brazil South')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Só letras minúsculas')).toBeVisible()
    await field('Região de voz').fill('brazilsouth')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Prompt salvo com sucesso!')).toBeVisible()
    await expect(row(page, 'Atendente virtual')).toContainText('Suporte')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a stored key is never shown, and stays when the dialog is saved', async () => {
    await row(page, 'Atendente virtual').getByRole('button', { name: 'Editar Atendente virtual' }).click()
    await expect(dialog.getByLabel(/^API Key/)).toHaveValue('')
    await expect(dialog.getByLabel(/^API Key/)).toHaveAttribute('placeholder', '••••1234')
    await field('Nome').fill('Aurora')
    // Pasted with a space that nobody sees.
    await dialog.getByLabel(/^API Key/).fill('sk-test\u200b-chave')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Valor inválido')).toBeVisible()
    await dialog.getByLabel(/^API Key/).fill('')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await row(page, 'Aurora').getByRole('button', { name: 'Editar Aurora' }).click()
    await expect(dialog.getByLabel(/^API Key/)).toHaveAttribute('placeholder', '••••1234')
    await expect(dialog.getByLabel(/^Chave da API de voz/)).toHaveAttribute('placeholder', '••••')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('a connection uses it, and lets go when it is deleted', async () => {
    await page.goto(`${server().url}/connections`)
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'Chat do site' }).click()
    await field('Nome').fill('Loja')
    await dialog.getByRole('tab', { name: 'Integrações' }).click()
    await dialog.getByRole('combobox', { name: 'Prompt de IA' }).click()
    await page.getByRole('option', { name: 'Aurora' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByRole('tab', { name: 'Instalação' })).toBeVisible()
    await page.goto(`${server().url}/prompts`)
    await row(page, 'Aurora').getByRole('button', { name: 'Mais ações de Aurora' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('Esta conexão deixa de usá-lo: Loja.')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Nenhum prompt ainda')).toBeVisible()
  })
})

test('A prompt hears and speaks, and hands its customer over to a person', async ({ page, browser }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const webChat = await company.webChat([sales])
  const ana = await company.attendant('Ana Prado', [sales, support])
  await must(
    company.call('POST', '/prompt', {
      name: 'Aurora',
      prompt: 'Você atende a Casa Aurora.',
      apiKey: 'sk-test-chave',
      voice: 'pt-BR-FranciscaNeural',
      voiceKey: 'speech-key',
      voiceRegion: 'brazilsouth',
      queueId: support.id,
    }),
  )

  await test.step('the queue gets its prompt', async () => {
    await logIn(page, server(), company.admin)
    await page.goto(`${server().url}/queues`)
    await page.getByRole('button', { name: 'Editar Vendas' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Prompt de IA' }).click()
    await page.getByRole('option', { name: 'Aurora' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Fila salva com sucesso.')).toBeVisible()
  })

  const visitor = await openChat(browser, server(), webChat, 'Rita Moura')
  const sounds = visitor.page.getByRole('log', { name: 'Conversa' }).locator('audio')

  await test.step('a recording is heard and answered in a voice', async () => {
    const recording = createOgg({ spoken: 'Qual o horário de vocês?', seconds: 3, sampleRate: 24_000 })
    const choosing = visitor.page.waitForEvent('filechooser')
    await visitor.page.getByRole('button', { name: 'Anexar' }).click()
    await (await choosing).setFiles({ name: 'pergunta.ogg', mimeType: 'audio/ogg', buffer: recording })
    await visitor.page.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
    await expect(sounds).toHaveCount(2)
    expect(bots.speech.spoken.at(-1)).toMatchObject({ text: 'Qual o horário de vocês?' })
  })

  await test.step('who asks for a person is told so and waits in the queue of the prompt', async () => {
    await visitor.write('Quero falar com um atendente')
    await expect(sounds).toHaveCount(3)
    expect(bots.speech.spoken.at(-1)).toMatchObject({ text: 'Vou chamar alguém.' })
    const desk = await openDesk(browser, server(), ana)
    await desk.tab('Aguardando').click()
    await expect(desk.row('Rita Moura')).toContainText('Suporte')
    await desk.accept('Rita Moura')
    await desk.write('Oi Rita, aqui é a Ana.')
    await expect(visitor.message('Oi Rita, aqui é a Ana.')).toBeVisible()
    await visitor.write('Que bom, obrigada!')
    await expect(desk.message('Que bom, obrigada!')).toBeVisible()
    await expect(sounds).toHaveCount(3)
  })
})
