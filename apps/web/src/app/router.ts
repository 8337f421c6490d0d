import { createRouter } from '@tanstack/react-router'
import { Crash } from './crash.tsx'
import { NotFound } from './not-found.tsx'
import { routes } from './routes.tsx'

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
