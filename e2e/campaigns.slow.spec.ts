import { type Locator, type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { choose, fillDate, inMenuOf, listOf, rowOf, thisMinute } from './support/campaigns.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

const url = (path: string) => `${server().url}${path}`

async function attach(dialog: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const choosing = dialog.page().waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Anexar arquivo' }).click()
  await (await choosing).setFiles(file)
}

const variablesAndPace = (messageInterval: number) => ({
  settings: {
    messageInterval,
    longerIntervalAfter: 0,
    greaterInterval: 0,
    variables: [{ key: 'loja', value: 'Casa Aurora' }],
  },
})

test('An admin sets the pace, and a campaign runs, is stopped and goes on before the eyes of a colleague', async ({
  browser,
  page,
}) => {
  test.slow()
  const company = await createCompany(server(), 'Casa Aurora')
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora')
  const people = ['Rita Moura', 'Leo Dias', 'Eva Reis'].map((name, nth) => {
    const number = `551198888777${nth}`
    return { name, number, account: whatsApp().contact(number, name) }
  })
  const listId = await listOf(company.call, 'Clientes de maio', people)
  const admin = await company.attendant('Bia Costa', [], { profile: 'admin' })
  const supervisor = await company.attendant('Caio Reis', [], { profile: 'supervisor' })
  const { page: other } = await openDesk(browser, server(), supervisor)
  const dialog = page.getByRole('dialog')
  const usual = async () => {
    const connections = await must<{ id: number }[]>(company.call('GET', '/whatsapp?session=0'))
    const whatsappId = connections.map(({ id }) => id).join(',')
    return { contactListId: listId, whatsappId, message1: 'Começou, {primeironome}' }
  }
  await logIn(page, server(), admin)
  await linkByPage(page, server(), phone, { name: 'Loja Centro' })

  await test.step('the pace and the variables are set', async () => {
    await other.goto(url('/campaigns-config'))
    await page.goto(url('/campaigns-config'))
    const pace = (on: Page, name: string) => on.getByRole('combobox', { name, exact: true })
    await expect(pace(page, 'Intervalo entre mensagens')).toHaveValue('20 segundos')
    await expect(pace(page, 'Intervalo maior após')).toHaveValue('20 mensagens')
    await expect(pace(page, 'Intervalo maior')).toHaveValue('60 segundos')
    await pace(page, 'Intervalo entre mensagens').click()
    await page.getByRole('option', { name: '5 segundos', exact: true }).click()
    for (const [key, value] of [
      ['loja', 'Casa Aurora'],
      ['frete', 'grátis'],
    ] as const) {
      await page.getByLabel('Atalho').fill(key)
      await page.getByLabel('Conteúdo').fill(value)
      await page.getByRole('button', { name: 'Adicionar variável' }).click()
      await expect(rowOf(page, `{${key}}`)).toContainText(value)
    }
    await page.getByLabel('Atalho').fill(' Loja ')
    await page.getByRole('button', { name: 'Adicionar variável' }).click()
    await expect(page.getByText('Este atalho já existe.')).toBeVisible()
    await page.getByLabel('Atalho').fill('Número')
    await page.getByRole('button', { name: 'Adicionar variável' }).click()
    await expect(page.getByText('Este atalho já é de uma variável do sistema.')).toBeVisible()
    await page.getByLabel('Atalho').fill('')
    await expectAccessibleInBothSchemes(page)

    await page.getByRole('button', { name: 'Excluir frete' }).click()
    await expect(dialog).toContainText('Deseja realmente excluir esse registro?')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(rowOf(page, '{frete}')).toHaveCount(0)

    // What somebody else saves meanwhile is told, and does not take the place of what is being edited.
    await must(company.call('POST', '/campaign-settings', variablesAndPace(15)))
    await expect(page.getByText('Outra pessoa alterou estas configurações enquanto você as editava.')).toBeVisible()
    await expect(pace(page, 'Intervalo entre mensagens')).toHaveValue('5 segundos')
    await expect(pace(other, 'Intervalo entre mensagens')).toHaveValue('15 segundos')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByText('Configurações salvas')).toBeVisible()
    await expect(rowOf(other, '{loja}')).toContainText('Casa Aurora')
    await expect(pace(other, 'Intervalo entre mensagens')).toHaveValue('5 segundos')
  })

  await test.step('a campaign is written and given a date', async () => {
    await other.goto(url('/campaigns'))
    await page.goto(url('/campaigns'))
    await expect(page.getByText('Nenhuma campanha ainda')).toBeVisible()
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Inverno')
    await choose(page, dialog, 'Lista de contatos', 'Clientes de maio')
    await dialog.getByRole('combobox', { name: 'Conexões' }).click()
    await page.getByRole('option', { name: 'Loja Centro' }).click()
    await dialog.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi !')
    await dialog.getByRole('textbox', { name: 'Mensagem 1' }).press('End')
    await page.keyboard.press('ArrowLeft')
    await dialog.getByRole('button', { name: 'Inserir variável: Mensagem 1' }).click()
    await page.getByRole('menuitem', { name: 'Primeiro nome' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Mensagem 1' })).toHaveValue('Oi {primeironome}!')
    await dialog.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi {primeironome}! Aqui é da {loja}.')
    await fillDate(dialog, thisMinute())
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Campanha salva com sucesso.')).toBeVisible()
    await expect(rowOf(page, 'Inverno')).toContainText('Clientes de maio')
    await expect(rowOf(page, 'Inverno')).toContainText('Loja Centro')
    await expect(rowOf(page, 'Inverno')).toContainText(/3 contatos|contatos válidos/)
  })

  await test.step('it runs and ends in both windows, and each phone has its own text', async () => {
    const late = { timeout: 120_000 }
    await expect(rowOf(other, 'Inverno')).toContainText('Em Andamento', late)
    for (const { name, account } of people)
      await account.waitForMessage(
        ({ text }) => text?.includes(`Oi ${name.split(' ')[0]}! Aqui é da Casa Aurora.`) === true,
        late.timeout,
      )
    await expect(rowOf(other, 'Inverno')).toContainText('Finalizada', late)
    await expect(rowOf(page, 'Inverno')).toContainText('Finalizada')
    await expect(rowOf(page, 'Inverno')).not.toContainText('Não concluída')
    await expect(rowOf(page, 'Inverno')).toContainText('3 contatos válidos')
    await expect(page.getByLabel('3 de 3 contatos válidos receberam')).toBeVisible()
  })

  await test.step('one that starts within an hour is only looked at', async () => {
    const inHalfAnHour = new Date(Date.now() + 1_800_000).toISOString()
    await must(company.call('POST', '/campaigns', { ...(await usual()), name: 'Outono', scheduledAt: inHalfAnHour }))
    await expect(rowOf(other, 'Outono')).toContainText('Programada')
    await page.getByRole('button', { name: 'Editar Outono' }).click()
    await expect(page.getByRole('dialog', { name: 'Apenas visualização' })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Nome' })).toBeDisabled()
    await expect(dialog.getByRole('textbox', { name: 'Mensagem 1' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  })

  /** Who has got a text with these words. */
  const got = (words: string) => people.filter(({ account }) => account.inbox.some(({ text }) => text?.includes(words)))

  await test.step('another one is stopped after its first message', async () => {
    await must(company.call('POST', '/campaign-settings', variablesAndPace(20)))
    const scheduledAt = new Date().toISOString()
    await must(company.call('POST', '/campaigns', { ...(await usual()), name: 'Outlet', scheduledAt }))
    await expect.poll(() => got('Começou').length).toBeGreaterThan(0)
    await expect(rowOf(page, 'Outlet')).toContainText('Em Andamento')
    await inMenuOf(page, 'Outlet', 'Cancelar campanha')
    await expect(page.getByText('Campanha cancelada')).toBeVisible()
    await expect(rowOf(page, 'Outlet')).toContainText('Cancelada')
    await expect(rowOf(other, 'Outlet')).toContainText('Cancelada')
  })

  await test.step('its texts are changed, and those who wait get the new one', async () => {
    await page.getByRole('button', { name: 'Editar Outlet' }).click()
    await expect(dialog).toContainText('Só as mensagens podem ser alteradas.')
    await expect(dialog.getByRole('textbox', { name: 'Nome' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Mensagem 1' }).fill('Últimas peças, {primeironome}')
    await expect(dialog).toContainText('Salve as mensagens antes de reiniciar a campanha.')
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await must(company.call('POST', '/campaign-settings', variablesAndPace(5)))
    await page.getByRole('button', { name: 'Editar Outlet' }).click()
    await dialog.getByRole('button', { name: 'Reiniciar campanha' }).click()
    await expect(page.getByText('Campanha reiniciada')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Apenas visualização' })).toBeVisible()
    await expect(dialog).toContainText('Finalizada', { timeout: 120_000 })
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(rowOf(other, 'Outlet')).toContainText('Finalizada')
    const [before, after] = [got('Começou'), got('Últimas peças')]
    expect(after.length).toBeGreaterThan(0)
    expect([...before, ...after].map(({ name }) => name).toSorted()).toEqual(people.map(({ name }) => name).toSorted())
  })
})

test('A campaign is kept until it has a date, says what is missing, and takes a file', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  await company.queue('Vendas')
  await company.webChat([])
  await must(company.call('POST', '/tags', { name: 'Fiéis', color: '#0b8f6a', kanban: 0 }))
  await listOf(company.call, 'Clientes', [])
  await must(company.call('POST', '/whatsapp', { name: 'Loja Centro', channel: 'whatsapp' }))
  const admin = await company.attendant('Bia Costa', [], { profile: 'admin' })
  const supervisor = await company.attendant('Caio Reis', [], { profile: 'supervisor' })
  const { page: other } = await openDesk(browser, server(), supervisor)
  await other.goto(url('/campaigns'))
  await logIn(page, server(), admin)
  await page.goto(url('/campaigns'))
  const dialog = page.getByRole('dialog')

  await test.step('an empty page explains what a campaign is', async () => {
    await expect(page.getByText('Nenhuma campanha ainda')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('without a date it needs a name and a connection', async () => {
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(2)
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Páscoa')
    await dialog.getByRole('combobox', { name: 'Conexões' }).click()
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.getByRole('option', { name: 'Loja Centro' }).click()
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    for (const text of ['Inativa', 'Não definida', 'Sem agendamento', 'Não concluída', 'Desabilitada'])
      await expect(rowOf(other, 'Páscoa')).toContainText(text)
  })

  await test.step('with a date it needs people and texts, those of the confirmation too', async () => {
    await page.getByRole('button', { name: 'Editar Páscoa' }).click()
    await choose(page, dialog, 'Confirmação', 'Habilitada')
    await fillDate(dialog, { day: '10/03/2031', hour: '09', minute: '30' })
    await dialog.getByRole('tab', { name: 'Msg. 3' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Escolha quem recebe a campanha.')).toBeVisible()
    await expect(dialog.getByRole('tab', { name: 'Msg. 1' })).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.getByText('Escreva pelo menos uma mensagem ou anexe um arquivo.')).toBeVisible()
    await expect(dialog.getByText('Escreva pelo menos uma mensagem de confirmação.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('people are those of a list or of a tag', async () => {
    await choose(page, dialog, 'Lista de contatos', 'Clientes')
    await dialog.getByText('Pessoas com tags', { exact: true }).click()
    await expect(dialog.getByRole('combobox', { name: 'Lista de contatos' })).toHaveCount(0)
    await choose(page, dialog, 'Com as tags', 'Fiéis')
    await page.keyboard.press('Escape')
    await choose(page, dialog, 'Fila das respostas', 'Vendas')
    await choose(page, dialog, 'Tag de quem responde', 'Fiéis')
  })

  await test.step('a file takes the place of a text, and goes with the campaign', async () => {
    await attach(dialog, { name: 'catálogo.pdf', mimeType: 'application/pdf', buffer: files.paper })
    await expect(dialog.getByRole('button', { name: 'Anexar arquivo' })).toHaveCount(0)
    await dialog.getByRole('tab', { name: 'Msg. 2' }).click()
    await dialog.getByRole('textbox', { name: 'Mensagem de confirmação 2' }).fill('Podemos mandar?')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    for (const text of ['Programada', 'Tag: Fiéis', '10/03/2031 09:30', 'Habilitada'])
      await expect(rowOf(other, 'Páscoa')).toContainText(text)
  })

  await test.step('it is changed while its start is far, and the file is taken away', async () => {
    await page.getByRole('button', { name: 'Editar Páscoa' }).click()
    await expect(dialog.getByText('catálogo.pdf')).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: 'Fila das respostas' })).toHaveValue('Vendas')
    await dialog.getByRole('button', { name: 'Remover catálogo.pdf' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Escreva pelo menos uma mensagem ou anexe um arquivo.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Mensagem 1', exact: true }).fill('Feliz Páscoa')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Editar Páscoa' }).click()
    await expect(dialog.getByRole('button', { name: 'Anexar arquivo' })).toBeVisible()
    await expect(dialog.getByRole('tab', { name: 'Msg. 1 preenchida' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click()
  })

  await test.step('on a phone it opens at its beginning, not at its messages', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Editar Páscoa' }).click()
    await expect(dialog.getByRole('tab', { name: 'Msg. 1 preenchida' })).toBeAttached()
    await expect(dialog.getByRole('textbox', { name: 'Nome' })).toBeInViewport()
    await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a new one gets its date only once its file is stored', async () => {
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Natal')
    await choose(page, dialog, 'Lista de contatos', 'Clientes')
    await dialog.getByRole('combobox', { name: 'Conexões' }).click()
    await page.getByRole('option', { name: 'Loja Centro' }).click()
    await dialog.getByRole('textbox', { name: 'Mensagem 1' }).fill('Boas festas')
    await fillDate(dialog, { day: '10/12/2031', hour: '09', minute: '30' })
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
    await attach(dialog, { name: 'cartão.exe', mimeType: 'application/octet-stream', buffer: program })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Este tipo de arquivo não é aceito.')
    await expect(rowOf(other, 'Natal')).toContainText('Sem agendamento')
    await dialog.getByRole('button', { name: 'Remover cartão.exe' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(other, 'Natal')).toContainText('10/12/2031 09:30')
    await inMenuOf(page, 'Natal', 'Excluir')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(rowOf(other, 'Natal')).toHaveCount(0)
  })

  await test.step('the menu leads to its report', async () => {
    await inMenuOf(page, 'Páscoa', 'Ver relatório')
    await expect(page).toHaveURL(/\/campaign\/\d+\/report$/)
    await page.goto(url('/campaigns'))
  })

  await test.step('it is found, and deleted after a question', async () => {
    await page.getByRole('searchbox', { name: 'Buscar campanhas' }).fill('pascoa')
    await expect(rowOf(page, 'Páscoa')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Buscar campanhas' }).fill('natal')
    await expect(page.getByText('Nada encontrado')).toBeVisible()
    await page.getByRole('button', { name: 'Limpar busca' }).click()
    await inMenuOf(page, 'Páscoa', 'Excluir')
    await expect(dialog).toContainText('Deseja realmente excluir esse registro?')
    await expect(dialog).toContainText('As mensagens enviadas continuam nas conversas.')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Nenhuma campanha ainda')).toBeVisible()
    await expect(other.getByText('Nenhuma campanha ainda')).toBeVisible()
  })
})

test('Attendants, and companies whose plan has no campaigns, see none of it', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const without = await createCompany(server(), 'Casa Jade', { features: { useCampaigns: false } })
  const paths = ['/campaigns', '/campaigns-config']

  await logIn(page, server(), await company.attendant('Ana Lima', []))
  for (const path of paths) {
    await page.goto(url(path))
    await expect(page.getByRole('heading', { name: 'Sem permissão' })).toBeVisible()
  }

  const { page: other } = await openDesk(browser, server(), without.admin)
  // What older clients keep in the browser opens nothing.
  await other.evaluate("localStorage.setItem('cshow', 'true')")
  for (const path of paths) {
    await other.goto(url(path), { waitUntil: 'commit' })
    await expect(
      other
        .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
        .first(),
    ).toBeVisible()
    await expect(other).toHaveURL(/\/(tickets)?$/)
  }
  await other.getByRole('button', { name: 'Administração' }).click()
  await expect(other.getByRole('menuitem', { name: 'Usuários' })).toBeVisible()
  await expect(other.getByRole('menuitem', { name: /campanha/i })).toHaveCount(0)
})
