import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { type GraphServer, createGraphServer, openShop, type Shop } from '@guiche/graph-testserver'
import { type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'

let graph: GraphServer
let shop: Shop
let site: Server
let home = ''

/** A page as a product has it: it includes the script, opens the window, and shows what it is told. */
const page = () => `<!doctype html><html lang="en"><title>Site</title>
<button id="signup">Sign up</button><button id="pages">Pages</button><pre id="message"></pre><pre id="answer"></pre>
<script src="${graph.url}/pt_BR/sdk.js"></script>
<script>
  FB.init({ appId: '${shop.app.id}', version: 'v25.0' })
  const show = (id) => (value) => (document.getElementById(id).textContent = JSON.stringify(value))
  addEventListener('message', ({ data }) => typeof data === 'string' && show('message')(JSON.parse(data)))
  const signup = { config_id: '${shop.app.configId}', response_type: 'code', override_default_response_type: true, extras: { setup: {}, featureType: '', sessionInfoVersion: '3' } }
  document.getElementById('signup').onclick = () => FB.login(show('answer'), signup)
  document.getElementById('pages').onclick = () => FB.login(show('answer'), { scope: 'pages_show_list,pages_messaging' })
</script></html>`

test.beforeAll(async () => {
  graph = await createGraphServer()
  shop = openShop(graph)
  site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page()))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const address = site.address()
  home = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
})

test.afterAll(async () => {
  site.close()
  site.closeAllConnections()
  await graph.stop()
  expect(graph.problems).toEqual([])
})

async function open(opener: Page, button: string): Promise<Page> {
  const opened = opener.waitForEvent('popup')
  await opener.getByRole('button', { name: button }).click()
  const popup = await opened
  await expect(popup.getByRole('heading', { name: 'Continue with Guichê' })).toBeVisible()
  return popup
}

const press = (popup: Page, name: string) => popup.getByRole('button', { name, exact: true }).click()

test('Embedded Signup tells its ids and calls back with a code', async ({ page: opener }) => {
  await opener.goto(home)
  const popup = await open(opener, 'Sign up')
  for (const colorScheme of ['dark', 'light'] as const) {
    await popup.emulateMedia({ colorScheme })
    await expectAccessible(popup)
  }
  await popup.getByLabel('Account').selectOption('Loja Exemplo')
  await expect(popup.getByLabel('Number')).toHaveValue('551133334444')
  await press(popup, 'Finish')
  await expect(opener.locator('#message')).toContainText('"event":"FINISH"')
  await expect(opener.locator('#message')).toContainText(shop.number.id)
  await expect(opener.locator('#answer')).toContainText('"code":"AQ')
})

test('Embedded Signup with a new number, without one, with the phone app, left and failed', async ({
  page: opener,
}) => {
  await opener.goto(home)
  const ends = {
    'Finish without a number': 'FINISH_ONLY_WABA',
    'Finish with the phone app': 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
    Leave: 'current_step',
    'Report an error': 'error_message',
  }
  for (const [button, told] of Object.entries(ends)) {
    const popup = await open(opener, 'Sign up')
    await popup.getByLabel('Number').fill('5511955555555')
    await press(popup, button)
    await expect(opener.locator('#message')).toContainText(told)
  }
})

test('A window says what is wrong, and closing it is an answer', async ({ page: opener }) => {
  await opener.goto(home)
  const popup = await open(opener, 'Sign up')
  await press(popup, 'Finish')
  await expect(popup.getByRole('alert')).toContainText('type the digits of a new one')
  await popup.close()
  await expect(opener.locator('#answer')).toContainText('"authResponse":null')
})

test('A login for pages takes out what is unticked, and goes back with its state', async ({ page: opener }) => {
  await opener.goto(home)
  const popup = await open(opener, 'Pages')
  await popup.getByLabel('pages_messaging').uncheck()
  await expect(popup.getByLabel('Loja Exemplo (@lojaexemplo)')).toBeChecked()
  await press(popup, 'Continue')
  await expect(opener.locator('#answer')).toContainText('"grantedScopes":"pages_show_list,public_profile"')

  const params = new URLSearchParams({
    client_id: shop.app.id,
    redirect_uri: `${home}back`,
    state: 's1',
    scope: 'pages_show_list',
    response_type: 'code',
  })
  await opener.goto(`${graph.url}/v25.0/dialog/oauth?${params.toString()}`)
  await press(opener, 'Continue')
  await expect(opener).toHaveURL(/\/back\?code=AQ[^&]+&state=s1$/)
})
