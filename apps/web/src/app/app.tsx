import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queries } from '../lib/cache/queries.ts'
import { storage } from '../lib/browser/storage.ts'
import { theme, variables } from '../ui/theme/theme.ts'
import { Toasts } from '../ui/toasts/toasts.tsx'
import { NewVersion } from './new-version.tsx'
import { router } from './router.ts'
import { SessionEffects } from './session/session-effects.tsx'

const colorSchemes = localStorageColorSchemeManager({ key: storage.theme.key })

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queries}>
        <SessionEffects />
        <NewVersion />
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}
