import { config } from 'zod'

// Schemas would be compiled with eval. The policy forbids that, and even the question whether it does is reported (S70).
config({ jitless: true })
