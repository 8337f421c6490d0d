import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)

test('A company connects its official number with a token, tests it, and renews it', async ({ page }) => {
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  await logIn(page, server(), await company.attendant('Bia Dona', [], { profile: 'admin' }))
  await page.goto(`${server().url}/connections`)
  const { number, account, business, app, token } = shop
  const row = page.getByRole('row').filter({ hasText: 'Vendas oficial' })
  const linking = page.getByRole('dialog', { name: 'Conectar um número oficial' })
  const access = page.getByRole('dialog', { name: 'Acesso de Vendas oficial' })
  const steps = access.getByRole('list', { name: 'Teste da conexão' }).getByRole('listitem')

  async function expectAccessibleInBoth() {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page)
    }
  }

  await test.step('what is missing or wrong is said under its field', async () => {
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'WhatsApp oficial (API da Meta)' }).click()
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(linking.getByText('Obrigatório').first()).toBeVisible()
    await expectAccessibleInBoth()
    await linking.getByLabel('Nome').fill('Vendas oficial')
    await linking.getByLabel('ID do número de telefone').fill(number.id)
    await linking.getByLabel('ID da conta do WhatsApp Business').fill(account.id)
    await linking.getByLabel('Token de acesso', { exact: true }).fill('EAAerrado')
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(linking.getByText('A Meta não aceita este token')).toBeVisible()
    const other = graph.business('Outra empresa')
    await linking.getByLabel('Token de acesso', { exact: true }).fill(other.token(app))
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(linking.getByText('Com este token não se chega a esse número')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(0)
  })

  await test.step('the right token connects it, and the test waits for a webhook alone', async () => {
    await linking.getByLabel('Token de acesso', { exact: true }).fill(token)
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(access).toBeVisible()
    await expect(access).toContainText(number.id)
    await access.getByRole('button', { name: 'Testar', exact: true }).click()
    await expect(steps).toHaveText([
      /Token.*Certo/,
      /Permissões.*Certo/,
      /Validade.*Certo/,
      /Número.*Certo/,
      /Registro.*Certo/,
      /Webhook.*Aguardando.*Mande uma mensagem/,
    ])
    await expectAccessibleInBoth()
    await graph.person('5531987654321', 'Rita Moura').chat(number).text('Oi')
    await graph.webhooks.idle()
    await access.getByRole('button', { name: 'Testar de novo' }).click()
    await expect(steps.last()).toHaveText(/Webhook.*Certo/)
    await access.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(row).toContainText('+55 11 3333-4444 · API oficial')
    await expect(row).toContainText('Conectada')
  })

  await test.step('what a paired phone has is not offered', async () => {
    await expect(page.getByRole('button', { name: 'Reiniciar conexões' })).toHaveCount(0)
    await expect(row.getByRole('button', { name: 'QR Code' })).toHaveCount(0)
    await row.getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar conexão' })
    await expect(dialog.getByLabel('Nome')).toHaveValue('Vendas oficial')
    for (const label of ['Aceitar grupos', 'Importar mensagens antigas', 'Token de chamadas'])
      await expect(dialog.getByLabel(label)).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('what Meta says stands in the history', async () => {
    await account.tell('phone_number_quality_update', { display_phone_number: number.display, event: 'FLAGGED' })
    await row.getByRole('button', { name: /Ver o que aconteceu/ }).click()
    const history = page.getByRole('dialog', { name: 'O que aconteceu com Vendas oficial' })
    await expect(history.getByRole('listitem')).toHaveText([/A qualidade do número está baixa/, /Conectada/])
    await page.keyboard.press('Escape')
  })

  await test.step('a number whose app was removed is connected again with a new token', async () => {
    await account.uninstall(app)
    await expect(row).toContainText('A empresa removeu o app na Meta: conecte de novo')
    await row.getByRole('button', { name: 'Conectar de novo: Vendas oficial' }).click()
    await expect(access).toContainText('A Meta não aceita mais este token.')
    await expect(access).not.toContainText('Não tem data para terminar')
    await access.getByRole('button', { name: 'Testar', exact: true }).click()
    await expect(steps.first()).toHaveText(/Token.*Falhou.*Gere outro/)
    await expect(access).not.toContainText('Não tem data para terminar')
    await access.getByRole('button', { name: 'Trocar: Token de acesso' }).click()
    await access.getByLabel('Token de acesso', { exact: true }).fill(business.token(app))
    await access.getByRole('button', { name: 'Salvar e conectar' }).click()
    await expect(access).toBeHidden()
    await expect(row).toContainText('Conectada')
  })

  await test.step('an app of the company gets an address of its own', async () => {
    const own = graph.app('App da Casa Aurora')
    await row.getByRole('button', { name: 'Acesso de Vendas oficial à API oficial' }).click()
    await access.getByLabel('Usar um app da própria empresa').click()
    await access.getByLabel('ID do app').fill(own.id)
    await access.getByLabel('Chave secreta do app', { exact: true }).fill(own.secret)
    await access.getByLabel('Token de verificação', { exact: true }).fill('palavra-da-aurora')
    await access.getByRole('button', { name: 'Trocar: Token de acesso' }).click()
    await access.getByLabel('Token de acesso', { exact: true }).fill(business.token(own))
    await access.getByRole('button', { name: 'Salvar e conectar' }).click()
    await expect(access).toBeHidden()
    await row.getByRole('button', { name: 'Acesso de Vendas oficial à API oficial' }).click()
    await expect(access.getByLabel('Endereço de webhook', { exact: true })).toHaveValue(/\/webhook\/\d+$/)
    await expect(access.getByLabel('Chave secreta do app', { exact: true })).toHaveValue(/^••••/)
    const address = await access.getByLabel('Endereço de webhook', { exact: true }).inputValue()
    await graph.subscribeToAll(own, address, 'palavra-da-aurora')
    await account.tell('account_update', { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SPAM' } })
    await access.getByRole('button', { name: 'Testar', exact: true }).click()
    await expect(steps.last()).toHaveText(/Webhook.*Certo/)
    await expectAccessibleInBoth()
  })
})
