import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/tests/test-programs.ts'

const executablePath = findChromium()

/**
 * Of a switch that is given twice the last one counts, so this has the features that Playwright switches off too, and
 * those of the address bar: with them each page starts a second one for a list that nobody sees.
 */
const switchedOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** The journeys start the server themselves, several at times, and kill it too. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  // Bounds for a machine that is busy with other work; what never comes still names its own line.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Actions, network and console only: pictures and copies of the page make the journeys a third slower.
    // `--trace on` records them too.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        // A microphone that beeps once a second, and a camera that shows a test picture.
        '--use-fake-device-for-media-stream',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${switchedOff.join(',')}`,
      ],
    },
  },
})
