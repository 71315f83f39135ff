process.stdout.write('winnow-mcp\n')
