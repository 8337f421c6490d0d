import type { Deps } from '#platform/deps'
import { startCall } from './start-call.ts'

export function registerVoiceCalls({ routes, keys }: Deps): void {
  routes.handle('startVoiceCall', async ({ params, run }) => ({
    url: await run((ctx) => startCall(ctx, keys.secretsAtRest, params.id)),
  }))
}
