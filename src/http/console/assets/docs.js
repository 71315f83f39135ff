// Draws the API description. `validatorUrl: null` stops it from sending the description to a validator.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: true,
  validatorUrl: null,
})
