import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/** What HTTP costs on this machine without a decision: reads the body of each request and answers the same. Argument: port. */
public final class EmptyHandler {
    private static final int LOOPS = 2;
    private static final String ANSWER = "{\"action\":\"approve\",\"rule\":null,\"reason\":null,\"source\":\"rules\"}";

    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[0]);
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(LOOPS));
        vertx.deployVerticle(() -> new Loop(port), new DeploymentOptions().setInstances(LOOPS))
                .onSuccess(deployed -> System.out.println("listens"))
                .onFailure(failure -> {
                    System.out.println("could not listen: port=" + port + ": " + failure.getMessage());
                    System.exit(1);
                });
    }

    private static final class Loop extends AbstractVerticle {
        private final int port;

        private Loop(int port) {
            this.port = port;
        }

        @Override
        public void start() {
            vertx.createHttpServer()
                    .requestHandler(request -> request.body().onSuccess(body -> request.response()
                            .putHeader("content-type", "application/json")
                            .end(ANSWER)))
                    .listen(port, "127.0.0.1");
        }
    }
}
