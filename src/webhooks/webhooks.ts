export * from './outbox.ts'
export { startWebhookSender } from './sender.ts'
